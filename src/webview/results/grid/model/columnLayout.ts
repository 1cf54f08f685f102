import type { GridColumn } from './types';

/** The row's header, which comes before all columns; real columns have ids from 0. */
export const rowHeaderId = -1;

/** Beyond what is on screen, so that a little scrolling needs no new cells. CSS pixels. */
const overscan = 320;

/** Pinned columns never take more than this share of the width: the others have to stay reachable. */
const maximumFrozenShare = 0.6;

/** Where a column stands in a row. */
export interface ShownColumn {
	readonly id: number;
	/** Undefined for the row's header. */
	readonly column: GridColumn | undefined;
	/** From 0, the row's header included. */
	readonly index: number;
	readonly frozen: boolean;
	/** The others scroll away behind it. */
	readonly lastFrozen: boolean;
}

/** Places of the visible columns, the row's header first, in CSS pixels from the start of a row. */
export class ColumnLayout {
	readonly columns: readonly ShownColumn[];
	readonly widths: readonly number[];
	readonly starts: readonly number[];
	/** How many columns at the start stay in view. */
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

	/** Width of the frozen columns together. */
	get frozenWidth(): number {
		return this.starts[this.frozen] ?? 0;
	}

	/** Columns to draw when scrolled by `left`: the frozen ones, those in view and `kept`, wherever it is. */
	within(left: number, kept: number): readonly ShownColumn[] {
		const from = left + this.frozenWidth - overscan;
		const to = left + this.viewport + overscan;
		return this.columns.filter(
			({ id, index, frozen }) => frozen || id === kept || (this.startOf(index + 1) > from && this.startOf(index) < to),
		);
	}

	/** How far to scroll so that a column is in view, seen from `left`. */
	reveal(index: number, left: number): number {
		if (index < this.frozen) {
			return left;
		}
		const furthest = this.startOf(index) - this.frozenWidth;
		const nearest = this.startOf(index + 1) - this.viewport;
		// A column wider than the room for it shows its start.
		return Math.min(furthest, Math.max(nearest, left));
	}

	/** Between which visible columns, the row's header not counted, something dropped at `x` goes: 0 is before all. */
	dropIndex(x: number, left: number): number {
		const place = x < this.frozenWidth ? x : x + left;
		const before = this.widths.findIndex((width, index) => index > 0 && place < this.startOf(index) + width / 2);
		return (before < 0 ? this.widths.length : before) - 1;
	}

	/** Where on screen that is. */
	dropMarker(place: number, left: number): number {
		const start = this.startOf(place + 1);
		return place + 1 < this.frozen ? start : Math.max(this.frozenWidth, start - left);
	}

	startOf(index: number): number {
		return this.starts[index] ?? this.total;
	}
}

/** The widths, the last of which takes the rest of the room. */
function filling(widths: readonly number[], room: number): readonly number[] {
	const rest = room - widths.reduce((sum, width) => sum + width, 0);
	return rest > 0 && widths.length > 1 ? widths.with(-1, (widths.at(-1) ?? 0) + rest) : widths;
}
