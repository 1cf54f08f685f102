import { element, setAttribute } from '../../../common/dom/element';
import { icon } from '../../../common/dom/icon';
import type { Translate } from '../../../common/format/translate';
import type { ShownColumn } from '../model/columnLayout';
import type { FilterBox } from '../model/types';
import { placeInColumn } from '../rows/cell';

export class FilterCell {
	readonly element: HTMLElement;
	readonly input: HTMLInputElement;
	readonly editButton: HTMLButtonElement;
	readonly helpButton: HTMLButtonElement;
	private readonly words: HTMLElement;
	private shown: ShownColumn | undefined;

	/** @param isCorner Whether this is the cell above the row headers, which has no filter */
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
			tabindex: -1,
		});
		this.words = element('span', { id: `filter-${crypto.randomUUID()}`, hidden: true });
		this.helpButton = element(
			'button',
			{ type: 'button', class: 'grid-filter-help', tabindex: -1, title: t('Filter Syntax Help') },
			'?',
		);
		this.helpButton.ariaLabel = t('Filter Syntax Help');
		this.editButton = element(
			'button',
			{ type: 'button', class: 'grid-filter-edit', tabindex: -1, hidden: true },
			t('Edit…'),
		);
		this.element = element(
			'div',
			{
				role: 'gridcell',
				class: isCorner ? 'grid-filter-cell corner' : 'grid-filter-cell',
				tabindex: -1,
				'aria-label': isCorner ? t('Filters') : undefined,
			},
			...(isCorner ? [icon('filter'), this.helpButton] : [this.input, this.editButton, this.words]),
		);
	}

	get column(): number | undefined {
		return this.shown?.column?.id;
	}

	/** Whether the box is read-only, because the filter can't be written as text and the box only summarizes it. */
	get isSummary(): boolean {
		return this.input.readOnly;
	}

	draw(shown: ShownColumn, { text, typed, note }: FilterBox, active: boolean): void {
		this.element.tabIndex = active ? 0 : -1;
		const isEdited = document.activeElement === this.input && !this.input.readOnly;
		if (!isEdited) {
			this.input.readOnly = !typed;
			this.editButton.hidden = typed;
			this.element.classList.toggle('summary', !typed);
			this.input.title = typed ? '' : text;
		}
		if (this.shown !== shown) {
			this.shown = shown;
			placeInColumn(this.element, shown);
			const title = shown.column?.title ?? '';
			this.input.ariaLabel = this.t('Filter {0}', title);
			this.input.placeholder = shown.column?.filterHint ?? '';
			this.editButton.ariaLabel = this.t('Edit… (filters of {0})', title);
		}
		if (!isEdited && this.input.value !== text) {
			this.input.value = text;
		}
		this.element.classList.toggle('set', text !== '' && !note);
		this.input.ariaInvalid = note ? 'true' : null;
		this.words.textContent = note?.words ?? '';
		setAttribute(this.input, 'aria-describedby', note && this.words.id);
	}
}
