import { element } from '../../dom/element';
import { icon } from '../../dom/icon';
import type { Translate } from '../../words/translate';
import type { ShownColumn } from '../model/columnLayout';
import { placeInColumn } from '../rows/cell';

/** The cell under a column's header which takes what the column is filtered by. */
export class FilterCell {
	readonly element: HTMLElement;
	readonly input: HTMLInputElement;
	private shown: ShownColumn | undefined;

	/** @param isCorner for the cell above the rows' headers, which filters nothing */
	constructor(
		private readonly t: Translate,
		isCorner: boolean,
	) {
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
		this.element = element(
			'div',
			{
				role: 'gridcell',
				class: isCorner ? 'grid-filter-cell corner' : 'grid-filter-cell',
				tabindex: -1,
				'aria-label': isCorner ? t('Filters') : undefined,
			},
			isCorner ? icon('filter') : this.input,
		);
	}

	get column(): number | undefined {
		return this.shown?.column?.id;
	}

	draw(shown: ShownColumn, text: string, active: boolean): void {
		this.element.tabIndex = active ? 0 : -1;
		if (this.shown !== shown) {
			this.shown = shown;
			placeInColumn(this.element, shown);
			this.input.ariaLabel = this.t('Filter {0}', shown.column?.title ?? '');
		}
		// What is being typed is nobody else's to change.
		if (document.activeElement !== this.input && this.input.value !== text) {
			this.input.value = text;
		}
		this.element.classList.toggle('set', text !== '');
	}
}
