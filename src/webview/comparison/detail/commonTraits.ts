import type { Disposable } from '../../../shared/disposables';
import type { ComparedRow } from '../../../shared/protocols/comparisonProtocol';
import { linkButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import { addFilter } from '../../common/state/viewFilters';
import type { PageContext } from '../context/pageContext';
import type { ComparisonAnswer } from '../state/pageState';

interface TraitsSection extends Disposable {
	readonly root: HTMLElement;
	show(row: ComparedRow, answer: ComparisonAnswer): void;
}

/** Lists values that are more common in a group than in other records of its side. A click filters both sides. */
export function traits(context: PageContext): TraitsSection {
	const { store, host, t } = context;
	const asking = new Latest();
	const body = element('div', { class: 'apart-lines' });
	const root = element('section', { class: 'apart' }, element('h3', {}, t('Common Traits')), body);
	const busy = (working: boolean) => setAttribute(root, 'aria-busy', working ? 'true' : undefined);
	const show: TraitsSection['show'] = (row, answer) => {
		fill(body, element('p', { class: 'dim' }, '…'));
		busy(true);
		asking.run(
			async (signal) => {
				const side = row.after ? 'after' : 'before';
				const question = { asked: answer.asked, value: row.value, side } as const;
				const { lines, note } = await host.call('commonTraits', question, { signal });
				busy(false);
				fill(
					body,
					lines.length > 0 &&
						element(
							'ul',
							{},
							...lines.map(({ text, counts, filter }) => {
								const words = visibleText(text);
								const button =
									filter &&
									linkButton(words, () =>
										context.setFilters(
											addFilter(store.state.asked.filters, {
												kind: 'oneOf',
												column: filter.column,
												values: [filter.value],
											}),
										),
									);
								return element('li', { title: counts }, button ?? words);
							}),
						),
					note !== '' && element('p', { class: 'dim' }, visibleText(note)),
				);
			},
			(error) => {
				busy(false);
				const retry = linkButton(t('Retry'), () => show(row, answer));
				fill(body, element('p', {}, error instanceof Error ? error.message : String(error), ' ', retry));
			},
		);
	};
	return { root, show, dispose: () => asking.dispose() };
}
