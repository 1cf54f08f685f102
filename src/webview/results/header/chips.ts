import type { Disposable } from '../../../shared/disposables';
import type { RecordFilter } from '../../../shared/results';
import type { Context } from '../context/context';
import { element, fill } from '../dom/element';
import { icon } from '../dom/icon';
import { oneStop } from '../dom/oneStop';
import { visibleText } from '../dom/visibleText';
import { removeFilter } from '../state/viewFilters';
import { describeFilter } from '../words/describeFilter';

/** Every filter that holds, each with its way out. Delete and Backspace remove the one in focus, arrows walk. */
export function chips(context: Context): Disposable & { root: HTMLElement } {
	const { store, t, formats } = context;
	const list = element('ul', { class: 'chips', 'aria-label': t('Filters') });
	const clear = element(
		'button',
		{ type: 'button', class: 'link', on: { click: () => store.dispatch({ kind: 'filtersSet', filters: [] }) } },
		t('Clear all'),
	);
	const root = element('div', { class: 'chip-line' }, list, clear);

	oneStop(root);

	const remove = (filter: RecordFilter, index: number) => {
		const hadFocus = list.contains(document.activeElement);
		store.dispatch({ kind: 'filtersSet', filters: removeFilter(store.state.view.filters, filter) });
		const words = describeFilter(filter, store.state.info.columns, t, formats);
		context.announce(t('Filter removed: {0}', `${words.subject} ${words.predicate}`));
		if (hadFocus) {
			const buttons = list.querySelectorAll('button');
			(buttons[Math.min(index, buttons.length - 1)] ?? document.querySelector<HTMLElement>('.search-box'))?.focus();
		}
	};
	const chip = (filter: RecordFilter, index: number) => {
		const { subject, predicate } = describeFilter(filter, store.state.info.columns, t, formats);
		const words = visibleText(`${subject} ${predicate}`.trim());
		return element(
			'li',
			{ class: 'chip' },
			element(
				'button',
				{
					type: 'button',
					class: 'chip-button',
					title: words,
					'aria-label': t('Remove filter: {0}', words),
					on: {
						click: () => remove(filter, index),
						keydown: (event) => {
							if (event.key === 'Delete' || event.key === 'Backspace') {
								event.preventDefault();
								remove(filter, index);
							}
						},
					},
				},
				element('span', { class: 'chip-subject' }, visibleText(subject)),
				predicate !== '' && ' ',
				predicate !== '' && element('bdi', { class: 'chip-predicate' }, visibleText(predicate)),
				icon('close'),
			),
		);
	};
	const update = () => {
		const { filters } = store.state.view;
		root.hidden = filters.length === 0;
		fill(list, ...filters.map(chip));
	};
	update();
	return {
		root,
		...store.subscribe((state, previous) => {
			if (state.view.filters !== previous.view.filters) {
				update();
			}
		}),
	};
}
