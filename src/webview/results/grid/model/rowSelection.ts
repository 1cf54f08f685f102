import type { PositionRange } from '../../../../shared/results';

/** IDs of the columns at both ends of a cell selection. `from` can be to the right of `to`. */
interface ColumnSpan {
	readonly from: number;
	readonly to: number;
}

/** Selected rows, stored as ranges of positions, so that a million selected rows need no more memory than one row. */
export class RowSelection {
	private held: readonly PositionRange[] = [];
	/** Position where the current range selection started. Undefined if the next call of `extend` starts a new range. */
	private anchor: number | undefined;
	private base: readonly PositionRange[] = [];
	private cells: ColumnSpan | undefined;

	/** Selected ranges in ascending order. Adjacent ranges are merged. */
	get ranges(): readonly PositionRange[] {
		return this.held;
	}

	/** Columns of the selected cells. Undefined if whole rows are selected. */
	get columns(): ColumnSpan | undefined {
		return this.cells;
	}

	get size(): number {
		return this.held.reduce((sum, { from, to }) => sum + to - from, 0);
	}

	has(position: number): boolean {
		return this.held.some(({ from, to }) => from <= position && position < to);
	}

	clear(): void {
		this.held = [];
		this.base = [];
		this.cells = undefined;
		this.anchor = undefined;
	}

	set(ranges: readonly PositionRange[]): void {
		this.held = ranges.reduce<readonly PositionRange[]>(add, []);
		this.cells = undefined;
		this.anchor = undefined;
	}

	selectOnly(position: number): void {
		this.held = [{ from: position, to: position + 1 }];
		this.cells = undefined;
		this.base = [];
		this.anchor = position;
	}

	selectAll(count: number): void {
		this.held = count > 0 ? [{ from: 0, to: count }] : [];
		this.cells = undefined;
		this.anchor = undefined;
	}

	toggle(position: number): void {
		const one = { from: position, to: position + 1 };
		this.held = this.has(position) ? remove(this.held, one) : add(this.held, one);
		this.base = this.held;
		this.cells = undefined;
		this.anchor = position;
	}

	/** Ends a range selection. The next call of `extend` replaces the selection. */
	endExtension(): void {
		this.anchor = undefined;
	}

	/**
	 * Extends the range selection to a row. The first call starts the range at `from`. `columns` selects cells instead of
	 * whole rows, unless the range is added to other selected rows.
	 */
	extend(from: number, to: number, columns?: ColumnSpan): void {
		if (this.anchor === undefined) {
			this.anchor = from;
			this.base = [];
			this.cells = columns;
		} else if (this.cells) {
			this.cells = columns && { from: this.cells.from, to: columns.to };
		}
		const range = { from: Math.min(this.anchor, to), to: Math.max(this.anchor, to) + 1 };
		this.held = add(this.base, range);
	}

	limitTo(count: number): void {
		this.held = remove(this.held, { from: count, to: Number.POSITIVE_INFINITY });
		this.base = remove(this.base, { from: count, to: Number.POSITIVE_INFINITY });
	}
}

function add(ranges: readonly PositionRange[], added: PositionRange): readonly PositionRange[] {
	const traits = ranges.filter(({ from, to }) => to < added.from || from > added.to);
	const touching = ranges.filter((range) => !traits.includes(range));
	const joined = {
		from: Math.min(added.from, ...touching.map(({ from }) => from)),
		to: Math.max(added.to, ...touching.map(({ to }) => to)),
	};
	return [...traits, joined].sort((one, other) => one.from - other.from);
}

function remove(ranges: readonly PositionRange[], removed: PositionRange): readonly PositionRange[] {
	return ranges.flatMap(({ from, to }) =>
		[
			{ from, to: Math.min(to, removed.from) },
			{ from: Math.max(from, removed.to), to },
		].filter((part) => part.from < part.to),
	);
}
