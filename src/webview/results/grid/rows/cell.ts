import { element } from '../../../common/dom/element';
import type { CellMarks } from '../../find/cellMarks';
import { rowHeaderId, type ShownColumn } from '../model/columnLayout';
import { cellText } from './cellText';

/** Shown in place of an empty value. Screen readers read a word instead. */
const dash = '–';

export function placeInColumn(target: HTMLElement, shown: ShownColumn): void {
	target.ariaColIndex = String(shown.index + 1);
	target.style.setProperty('grid-column-start', String(shown.index + 1));
	target.classList.toggle('frozen', shown.frozen);
	target.classList.toggle('last-frozen', shown.lastFrozen);
	if (shown.frozen) {
		target.style.setProperty('inset-inline-start', `var(--grid-start-${shown.index})`);
	} else {
		target.style.removeProperty('inset-inline-start');
	}
}

export class Cell {
	readonly element: HTMLElement;
	private readonly text = document.createTextNode('');
	private shown: ShownColumn | undefined;
	private value: string | undefined;
	private active = false;
	private selected = false;
	private markedFor = '';

	constructor(
		id: number,
		private readonly emptyName: string,
		private readonly marks: CellMarks,
	) {
		const role = id === rowHeaderId ? 'rowheader' : 'gridcell';
		this.element = element('div', { role, class: 'grid-cell', tabindex: -1 });
		this.element.append(this.text);
	}

	place(shown: ShownColumn): void {
		if (this.shown !== shown) {
			this.shown = shown;
			placeInColumn(this.element, shown);
			this.element.classList.toggle('number', shown.column === undefined || shown.column.align === 'end');
		}
	}

	show(value: string | undefined): void {
		if (this.value === value) {
			return;
		}
		const wasEmpty = this.value === '';
		this.value = value;
		this.element.removeAttribute('title');
		this.text.data = value === '' ? dash : cellText(value ?? '');
		if (wasEmpty !== (value === '')) {
			this.element.classList.toggle('empty', value === '');
			this.element.ariaLabel = value === '' ? this.emptyName : null;
		}
		if (this.marks.sought !== '' || this.markedFor !== '') {
			this.markAgain();
		}
	}

	mark(): void {
		if (this.markedFor !== this.marks.sought) {
			this.markAgain();
		}
	}

	setActive(active: boolean): void {
		if (this.active !== active) {
			this.active = active;
			this.element.tabIndex = active ? 0 : -1;
			this.element.classList.toggle('active', active);
		}
	}

	setSelected(selected: boolean): void {
		if (this.selected !== selected) {
			this.selected = selected;
			this.element.ariaSelected = selected ? 'true' : null;
		}
	}

	private markAgain(): void {
		this.markedFor = this.marks.sought;
		// In addition to the match, the whole cell is highlighted, because the match may be in the truncated part of the
		// text.
		this.element.classList.toggle('hit', this.marks.mark(this.text));
	}

	/** Returns the width of the text on a single line, in CSS pixels. */
	get textWidth(): number {
		const range = document.createRange();
		range.selectNodeContents(this.element);
		return range.getBoundingClientRect().width;
	}
}
