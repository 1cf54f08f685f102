import type { Caveat } from '../../../shared/protocols/comparisonProtocol';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
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
	const item = ({ kind, text, actions }: Caveat) =>
		element(
			'li',
			{ class: `notice ${kind}` },
			icon(kind === 'warning' ? 'warning' : 'info'),
			element('span', { class: 'notice-text' }, visibleText(text)),
			...actions.map(({ id, label }) =>
				linkButton(label, () => {
					host.call('act', { id }).catch(fail);
				}),
			),
		);
	return {
		root: element('div', { class: 'limits' }, list, basis),
		update: ({ answer }) => {
			const { caveats: known = [], basis: taken = [] } = answer?.head ?? {};
			list.hidden = known.length === 0;
			fill(list, ...known.map(item));
			basis.hidden = taken.length === 0;
			fill(sentences, ...taken.map((sentence) => element('li', {}, visibleText(sentence))));
		},
	};
}
