import { element } from '../../../common/dom/element';
import type { Translate } from '../../../common/format/translate';
import type { Suggestions } from '../model/types';
import { cellText } from '../rows/cellText';
import { placeBelow } from './placeBelow';

/** List of suggested values below a filter box. The focus stays in the box, which uses `aria-activedescendant`. */
export class SuggestionList {
	readonly element: HTMLElement;
	private values: readonly string[] = [];
	private chosen = -1;
	private owner: HTMLInputElement | undefined;

	constructor(
		private readonly t: Translate,
		private readonly formatCount: (count: number) => string,
		private readonly formatShare: (part: number, whole: number) => string,
		private readonly id: string,
		private readonly below: (box: DOMRect) => number,
		onPick: (value: string) => void,
	) {
		this.element = element('div', { id, role: 'listbox', class: 'grid-suggestions', popover: 'manual' });
		// Prevents a click from moving the focus, which would close the list before the click event.
		this.element.addEventListener('pointerdown', (event) => event.preventDefault());
		this.element.addEventListener('click', ({ target }) => {
			const index = target instanceof Element ? this.options.findIndex((option) => option.contains(target)) : -1;
			const value = this.values[index];
			if (value !== undefined) {
				onPick(value);
			}
		});
	}

	get isOpen(): boolean {
		return this.owner !== undefined;
	}

	get value(): string | undefined {
		return this.values[this.chosen];
	}

	show(owner: HTMLInputElement, { values, records }: Suggestions): void {
		if (values.length === 0) {
			this.hide();
			return;
		}
		this.values = values.map(({ value }) => value);
		this.chosen = -1;
		this.element.ariaLabel = this.t('Column values');
		this.element.replaceChildren(
			...values.map(({ value, records: part }, index) =>
				element(
					'div',
					{ id: `${this.id}-${index}`, role: 'option', class: 'grid-suggestion', 'aria-selected': 'false' },
					element('span', { class: 'grid-suggestion-value' }, value === '' ? this.t('(empty)') : cellText(value)),
					element(
						'span',
						{ class: 'grid-suggestion-count' },
						this.formatCount(part),
						' · ',
						this.formatShare(part, records),
					),
				),
			),
		);
		this.owner = owner;
		owner.ariaExpanded = 'true';
		owner.setAttribute('aria-controls', this.id);
		owner.removeAttribute('aria-activedescendant');
		this.element.showPopover();
		this.place();
	}

	/** Selects the next or previous value. When moving past either end of the list, selects the typed text. */
	go(by: 1 | -1): void {
		const places = this.values.length + 1;
		this.chosen = ((this.chosen + 1 + by + places) % places) - 1;
		for (const [index, option] of this.options.entries()) {
			option.ariaSelected = String(index === this.chosen);
		}
		const option = this.options[this.chosen];
		option?.scrollIntoView({ block: 'nearest' });
		if (option) {
			this.owner?.setAttribute('aria-activedescendant', option.id);
		} else {
			this.owner?.removeAttribute('aria-activedescendant');
		}
	}

	hide(): void {
		if (this.owner) {
			this.owner.ariaExpanded = 'false';
			this.owner.removeAttribute('aria-controls');
			this.owner.removeAttribute('aria-activedescendant');
			this.owner = undefined;
			this.values = [];
			this.chosen = -1;
			this.element.hidePopover();
		}
	}

	private get options(): readonly Element[] {
		return [...this.element.children];
	}

	place(): void {
		if (!this.owner) {
			return;
		}
		const box = this.owner.getBoundingClientRect();
		const top = this.below(box);
		placeBelow(box, top, this.element);
		this.element.style.setProperty('max-height', `${Math.max(80, innerHeight - top - 12)}px`);
		this.element.style.setProperty('min-width', `${box.width}px`);
	}
}
