import { filterRow, headerRow } from '../model/navigation';
import type { GridContext } from './gridContext';

/** Keeps the focus on the active cell (roving tabindex). Screen readers read the cell that has the focus. */
export class FocusKeeper {
	private wanted: 'no' | 'restore' | 'cell' | 'cellItself' = 'no';
	private giving = false;

	constructor(private readonly grid: GridContext) {
		grid.root.addEventListener('focusin', (event) => this.onFocus(event), { signal: grid.signal });
	}

	get holdsFocus(): boolean {
		return this.grid.root.contains(document.activeElement);
	}

	/** Focuses the active cell after the next rendering, unless the focus has left the grid by then. */
	keep(): void {
		if (this.wanted === 'no') {
			this.wanted = 'restore';
		}
	}

	/** Focuses the active cell, or the control inside the cell, after the next rendering. */
	want(): void {
		if (this.wanted !== 'cellItself') {
			this.wanted = 'cell';
		}
	}

	/** Focuses the active cell after the next rendering, even if a control inside the cell has the focus. */
	wantCellItself(): void {
		this.wanted = 'cellItself';
	}

	/** Applies the requested focus change. Must be called after rendering. */
	give(): void {
		const { wanted } = this;
		this.wanted = 'no';
		const cell = this.activeElement();
		const focused = document.activeElement;
		const hasIt = wanted === 'cellItself' ? cell === focused : cell?.contains(focused);
		const isElsewhere = focused !== document.body && !this.holdsFocus;
		if (wanted !== 'no' && cell && !hasIt && !(wanted === 'restore' && isElsewhere)) {
			this.giving = true;
			cell.focus({ preventScroll: true });
			this.giving = false;
		}
	}

	private activeElement(): HTMLElement | undefined {
		const { model, head, body } = this.grid;
		const { row, column } = model.active;
		switch (row) {
			case headerRow:
				return head.header(column)?.element;
			case filterRow:
				return head.filter(column)?.element;
			default:
				return body.cell(row, column);
		}
	}

	private onFocus({ target }: FocusEvent): void {
		const place = this.grid.getPlace(target);
		if (!place || this.giving) {
			return;
		}
		const byPointer = target instanceof HTMLElement && !target.matches(':focus-visible');
		const { row, column } = this.grid.model.place;
		const notify = place.row !== row;
		// If the focus was moved with Tab, the active cell is scrolled into view.
		if (notify || place.column !== column || !byPointer) {
			this.grid.activate(place, { focus: false, reveal: byPointer ? 'no' : 'nearest', notify });
		}
	}
}
