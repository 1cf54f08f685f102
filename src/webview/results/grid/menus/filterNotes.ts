import { linkButton } from '../../../common/dom/button';
import { element, fill } from '../../../common/dom/element';
import type { Translate } from '../../../common/words/translate';
import type { FilterNote } from '../model/types';
import { placeBelow } from './placeBelow';

interface FilterNoteEvents {
	/** A text was chosen in place of what is in the box. */
	readonly taken: (owner: HTMLInputElement, text: string) => void;
	readonly helpWanted: (owner: HTMLInputElement) => void;
	/** Escape. */
	readonly left: (owner: HTMLInputElement) => void;
	/** The note stands elsewhere now. */
	readonly placed: () => void;
}

/** What is said below a filter's box of what was typed there, until somebody does something else. */
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
			// What presses a button here means other things to the grid around it.
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
			// One of its buttons may have the focus.
			return;
		}
		this.owner = owner;
		this.shown = note;
		const { words, fault, offers } = note;
		this.element.classList.toggle('fault', fault !== undefined);
		const offer = ({ label, text }: FilterNote['offers'][number]) =>
			linkButton(label, () => this.events.taken(owner, text));
		fill(
			this.element,
			element('p', {}, words),
			element(
				'div',
				{ class: 'grid-filter-offers' },
				...offers.map(offer),
				linkButton(this.t('How to filter'), () => this.events.helpWanted(owner)),
			),
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

	/** What else is shown below a box begins below its note. */
	below(box: DOMRect): number {
		return this.owner ? this.element.getBoundingClientRect().bottom : box.bottom;
	}

	/** What is filtered by may take a line more above the grid, which moves it. */
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
