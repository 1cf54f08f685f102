import type { Column, RecordFilter } from '../../../shared/results';
import { element, fill } from '../dom/element';
import { icon } from '../dom/icon';
import { oneStop } from '../dom/oneStop';
import { visibleText } from '../dom/visibleText';
import { describeFilter } from '../format/describeFilter';
import { removeFilter } from '../state/viewFilters';
import type { Localization } from './localization';

interface FilterChips {
	readonly root: HTMLElement;
	update(): void;
}

interface HeldFilters {
	readonly columns: () => readonly Column[];
	readonly filters: () => readonly RecordFilter[];
	readonly set: (filters: readonly RecordFilter[]) => void;
}

/** Creates a chip for each filter. Delete and Backspace remove the focused filter. Arrow keys move the focus. */
export function filterChips(
	{ t, formats, announce }: Localization,
	{ columns, filters, set }: HeldFilters,
): FilterChips {
	const list = element('ul', { class: 'chips', 'aria-label': t('Filters') });
	const clear = element('button', { type: 'button', class: 'link', on: { click: () => set([]) } }, t('Clear All'));
	const root = element('div', { class: 'chip-line' }, list, clear);

	oneStop(root);

	const remove = (filter: RecordFilter, index: number) => {
		const hadFocus = list.contains(document.activeElement);
		set(removeFilter(filters(), filter));
		const words = describeFilter(filter, columns(), t, formats);
		announce(t('Filter removed: {0}', `${words.subject} ${words.predicate}`));
		if (hadFocus) {
			const buttons = list.querySelectorAll('button');
			(buttons[Math.min(index, buttons.length - 1)] ?? document.querySelector<HTMLElement>('.search-box'))?.focus();
		}
	};
	const chip = (filter: RecordFilter, index: number) => {
		const { subject, predicate } = describeFilter(filter, columns(), t, formats);
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
		root.hidden = filters().length === 0;
		fill(list, ...filters().map(chip));
	};
	update();
	return { root, update };
}
