import { filterRow, headerRow } from '../model/navigation';
import type { GridContext } from './gridContext';

/**
 * The focus is in the active cell itself (a roving tab stop): what reads the screen then needs no help to find it. The
 * cell is drawn wherever it is, so scrolling does not lose the focus.
 */
export class FocusKeeper {
	private wanted: 'no' | 'kept' | 'cell' | 'cellItself' = 'no';
	private giving = false;

	constructor(private readonly grid: GridContext) {
		grid.root.addEventListener('focusin', (event) => this.onFocus(event), { signal: grid.signal });
	}

	get holdsFocus(): boolean {
		return this.grid.root.contains(document.activeElement);
	}

	/** The grid has the focus, and the active cell is to have it, unless it has gone elsewhere by then. */
	keep(): void {
		if (this.wanted === 'no') {
			this.wanted = 'kept';
		}
	}

	/** The active cell is to have the focus, or what is in it. */
	want(): void {
		if (this.wanted !== 'cellItself') {
			this.wanted = 'cell';
		}
	}

	/** The same, but the focus leaves what is in the cell. */
	wantCellItself(): void {
		this.wanted = 'cellItself';
	}

	/** Everything is drawn. */
	give(): void {
		const { wanted } = this;
		this.wanted = 'no';
		const cell = this.activeElement();
		const focused = document.activeElement;
		const hasIt = wanted === 'cellItself' ? cell === focused : cell?.contains(focused);
		const isElsewhere = focused !== document.body && !this.holdsFocus;
		if (wanted !== 'no' && cell && !hasIt && !(wanted === 'kept' && isElsewhere)) {
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

	/** The focus came by the mouse, by Tab or from a screen reader. */
	private onFocus({ target }: FocusEvent): void {
		const place = this.grid.placeOf(target);
		if (!place || this.giving) {
			return;
		}
		const byPointer = target instanceof HTMLElement && !target.matches(':focus-visible');
		const { row, column } = this.grid.model.place;
		const tell = place.row !== row;
		// The active cell may wait out of sight when Tab comes to it.
		if (tell || place.column !== column || !byPointer) {
			this.grid.activate(place, { focus: false, reveal: byPointer ? 'no' : 'nearest', tell });
		}
	}
}
