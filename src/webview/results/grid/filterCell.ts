import { element } from '../dom/element';
import { icon } from '../dom/icon';
import type { Translate } from '../words/translate';
import { placeInColumn } from './cell';
import type { ShownColumn } from './columnLayout';

/** The cell under a column's header which takes what the column is filtered by. */
export class FilterCell {
	readonly element: HTMLElement;
	readonly input: HTMLInputElement;
	private shown: ShownColumn | undefined;

	constructor(private readonly t: Translate) {
		this.input = element('input', {
			type: 'text',
			class: 'grid-filter',
			role: 'combobox',
			'aria-autocomplete': 'list',
			'aria-expanded': 'false',
			autocomplete: 'off',
			spellcheck: 'false',
			placeholder: t('Filter…'),
			tabindex: -1,
		});
		this.element = element('div', { role: 'gridcell', class: 'grid-filter-cell', tabindex: -1 });
	}

	get column(): number | undefined {
		return this.shown?.column?.id;
	}

	draw(shown: ShownColumn, text: string, active: boolean): void {
		this.element.tabIndex = active ? 0 : -1;
		if (this.shown !== shown) {
			this.shown = shown;
			placeInColumn(this.element, shown);
			const { column } = shown;
			const content = column ? this.input : icon('filter');
			if (this.element.firstChild !== content && !(content instanceof SVGElement && this.element.firstChild)) {
				this.element.replaceChildren(content);
			}
			this.element.classList.toggle('corner', column === undefined);
			this.element.ariaLabel = column ? null : this.t('Filters');
			this.input.ariaLabel = this.t('Filter {0}', column?.title ?? '');
		}
		// What is being typed is nobody else's to change.
		if (document.activeElement !== this.input && this.input.value !== text) {
			this.input.value = text;
		}
		this.element.classList.toggle('set', text !== '');
	}
}
