import type { Obstacle } from '../../../shared/comparisonProtocol';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { oneStop } from '../../common/dom/oneStop';
import { visibleText } from '../../common/dom/visibleText';
import type { PageContext } from '../context/pageContext';
import type { PageState } from '../state/pageState';

interface ObstaclesPart {
	readonly root: HTMLElement;
	update(state: PageState): void;
}

/** What limits the comparison, with what would help, and what its verdicts take for granted. */
export function obstacles({ host, t, fail }: PageContext): ObstaclesPart {
	const list = element('ul', { class: 'notices', 'aria-label': t('What limits this comparison'), hidden: true });
	oneStop(list);
	const sentences = element('ul', { class: 'basis-sentences' });
	const basis = element(
		'details',
		{ class: 'basis', hidden: true },
		element('summary', { class: 'dim' }, t('What verdicts take for granted')),
		sentences,
	);
	const item = ({ kind, text, actions }: Obstacle) =>
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
			const { obstacles: known = [], basis: taken = [] } = answer?.head ?? {};
			list.hidden = known.length === 0;
			fill(list, ...known.map(item));
			basis.hidden = taken.length === 0;
			fill(sentences, ...taken.map((sentence) => element('li', {}, visibleText(sentence))));
		},
	};
}
