import { linkButton } from '../../../common/dom/button';
import { element, fill } from '../../../common/dom/element';
import type { Translate } from '../../../common/format/translate';
import type { FilterNote } from '../model/types';
import { placeBelow } from './placeBelow';

interface FilterNoteEvents {
	readonly helpWanted: (owner: HTMLInputElement) => void;
	readonly left: (owner: HTMLInputElement) => void;
	readonly placed: () => void;
}

export class FilterNotes {
	readonly element: HTMLElement;
	private owner: HTMLInputElement | undefined;
	private shown: FilterNote | undefined;

	constructor(
		private readonly t: Translate,
		private readonly events: FilterNoteEvents,
		signal: AbortSignal,
	) {
		this.element = element('div', { class: 'grid-filter-note', popover: 'manual', role: 'note' });
		this.element.addEventListener('keydown', (event) => {
			if (event.key === 'Escape' && this.owner) {
				event.preventDefault();
				this.events.left(this.owner);
			}
			// Only shortcuts, Tab, and function keys bubble up, because keys that activate a button have other meanings in
			// the grid.
			if (!event.ctrlKey && !event.metaKey && !/^(Tab|F\d+)$/.test(event.key)) {
				event.stopPropagation();
			}
		});
		const elsewhere = ({ target }: Event) => {
			if (target !== this.owner && !(target instanceof Node && this.element.contains(target))) {
				this.hide();
			}
		};
		for (const type of ['pointerdown', 'keydown'] as const) {
			document.addEventListener(type, elsewhere, { signal, capture: true });
		}
		signal.addEventListener('abort', () => this.hide());
	}

	show(owner: HTMLInputElement, note: FilterNote): void {
		if (this.owner === owner && this.shown === note) {
			// The note is not rebuilt, because one of its buttons may have the focus.
			return;
		}
		this.owner = owner;
		this.shown = note;
		fill(
			this.element,
			element('p', {}, note.words),
			linkButton(this.t('Filter Syntax Help'), () => this.events.helpWanted(owner)),
		);
		this.element.showPopover();
		this.place(owner);
		this.follow(owner, owner.getBoundingClientRect().top);
	}

	hide(): void {
		if (this.owner) {
			this.owner = undefined;
			this.element.hidePopover();
		}
	}

	/** Returns the bottom edge of the note, or of the box if no note is shown. Other popups are placed below it. */
	below(box: DOMRect): number {
		return this.owner ? this.element.getBoundingClientRect().bottom : box.bottom;
	}

	/** Moves the note with its box, for example when a new filter adds a line above the grid. */
	private follow(owner: HTMLInputElement, before: number): void {
		requestAnimationFrame(() => {
			if (this.owner === owner) {
				const { top } = owner.getBoundingClientRect();
				if (top !== before) {
					this.place(owner);
				}
				this.follow(owner, top);
			}
		});
	}

	private place(owner: HTMLInputElement): void {
		const box = owner.getBoundingClientRect();
		placeBelow(box, box.bottom, this.element);
		this.events.placed();
	}
}
