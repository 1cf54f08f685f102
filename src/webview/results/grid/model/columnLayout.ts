import type { GridColumn } from './types';

/** Column ID of the row header, which precedes all columns. The IDs of other columns start at 0. */
export const rowHeaderId = -1;

/** Distance beyond the edges of the viewport within which cells are still rendered, in CSS pixels. */
const overscan = 320;

/** Maximum share of the width for pinned columns. The rest is reserved for columns that scroll. */
const maximumFrozenShare = 0.6;

export interface ShownColumn {
	readonly id: number;
	readonly column: GridColumn | undefined;
	/** Position of the column among the visible columns. The row header has index 0. */
	readonly index: number;
	readonly frozen: boolean;
	/** Whether this is the last frozen column. Other columns scroll under it. */
	readonly lastFrozen: boolean;
}

/** Positions of the visible columns in CSS pixels from the start of a row. The row header is the first column. */
export class ColumnLayout {
	readonly columns: readonly ShownColumn[];
	readonly widths: readonly number[];
	readonly starts: readonly number[];
	/** Number of columns at the start of a row that don't scroll. */
	readonly frozen: number;

	constructor(
		visible: readonly GridColumn[],
		rowHeaderWidth: number,
		readonly viewport: number,
	) {
		this.widths = filling([rowHeaderWidth, ...visible.map(({ width }) => width)], viewport);
		const starts = [0];
		for (const width of this.widths) {
			starts.push((starts.at(-1) ?? 0) + width);
		}
		this.starts = starts;
		const pinned = visible.findIndex((column) => !column.pinned);
		const mayFreeze = 1 + (pinned < 0 ? visible.length : pinned);
		const most = this.total > viewport ? viewport * maximumFrozenShare : viewport;
		const tooWide = starts.findIndex((end, index) => index > 1 && end > most);
		this.frozen = tooWide < 0 ? mayFreeze : Math.min(mayFreeze, Math.max(1, tooWide - 1));
		this.columns = [undefined, ...visible].map((column, index) => ({
			id: column?.id ?? rowHeaderId,
			column,
			index,
			frozen: index < this.frozen,
			lastFrozen: index === this.frozen - 1,
		}));
	}

	get total(): number {
		return this.starts.at(-1) ?? 0;
	}

	get frozenWidth(): number {
		return this.starts[this.frozen] ?? 0;
	}

	/**
	 * Returns the frozen columns, the columns near the viewport at the scroll offset `left`, and the column with the ID
	 * `retained`.
	 */
	within(left: number, retained: number): readonly ShownColumn[] {
		const from = left + this.frozenWidth - overscan;
		const to = left + this.viewport + overscan;
		return this.columns.filter(
			({ id, index, frozen }) =>
				frozen || id === retained || (this.startOf(index + 1) > from && this.startOf(index) < to),
		);
	}

	/** Returns the scroll offset closest to `left` at which the column is visible. */
	reveal(index: number, left: number): number {
		if (index < this.frozen) {
			return left;
		}
		const furthest = this.startOf(index) - this.frozenWidth;
		const nearest = this.startOf(index + 1) - this.viewport;
		// If the column is wider than the available space, the start of the column is shown.
		return Math.min(furthest, Math.max(nearest, left));
	}

	/** Returns the new index of a column that is dropped at `x`. The row header is not counted. */
	dropIndex(x: number, left: number): number {
		const place = x < this.frozenWidth ? x : x + left;
		const before = this.widths.findIndex((width, index) => index > 0 && place < this.startOf(index) + width / 2);
		return (before < 0 ? this.widths.length : before) - 1;
	}

	dropMarker(place: number, left: number): number {
		const start = this.startOf(place + 1);
		return place + 1 < this.frozen ? start : Math.max(this.frozenWidth, start - left);
	}

	startOf(index: number): number {
		return this.starts[index] ?? this.total;
	}
}

function filling(widths: readonly number[], room: number): readonly number[] {
	const rest = room - widths.reduce((sum, width) => sum + width, 0);
	return rest > 0 && widths.length > 1 ? widths.with(-1, (widths.at(-1) ?? 0) + rest) : widths;
}
