import { noticeItem } from '../../common/components/noticeItem';
import { element, fill } from '../../common/dom/element';
import { oneStop } from '../../common/dom/oneStop';
import { visibleText } from '../../common/dom/visibleText';
import type { PageContext } from '../context/pageContext';
import type { PageState } from '../state/pageState';

interface CaveatsSection {
	readonly root: HTMLElement;
	update(state: PageState): void;
}

export function caveats({ host, t, fail }: PageContext): CaveatsSection {
	const list = element('ul', { class: 'notices', 'aria-label': t('Limitations of this comparison'), hidden: true });
	oneStop(list);
	const sentences = element('ul', { class: 'basis-sentences' });
	const basis = element(
		'details',
		{ class: 'basis', hidden: true },
		element('summary', { class: 'dim' }, t('How results are calculated')),
		sentences,
	);
	const act = (id: string) => {
		host.call('act', { id }).catch(fail);
	};
	return {
		root: element('div', { class: 'limits' }, list, basis),
		update: ({ answer }) => {
			const { caveats: known = [], basis: taken = [] } = answer?.head ?? {};
			list.hidden = known.length === 0;
			fill(list, ...known.map((caveat) => noticeItem(caveat, act)));
			basis.hidden = taken.length === 0;
			fill(sentences, ...taken.map((sentence) => element('li', {}, visibleText(sentence))));
		},
	};
}
