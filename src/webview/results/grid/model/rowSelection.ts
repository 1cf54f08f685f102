import type { PositionRange } from '../../../../shared/results';

/** Ids of the column where a range of cells begins and of the one where it ends, in whatever order they stand. */
interface ColumnSpan {
	readonly from: number;
	readonly to: number;
}

/** Selected rows as ranges of positions, so that a million cost no more than one; or some cells of each. */
export class RowSelection {
	private held: readonly PositionRange[] = [];
	/** Where a range that is extended begins; undefined when the next one begins anew. */
	private anchor: number | undefined;
	/** What an extension adds to. */
	private base: readonly PositionRange[] = [];
	private cells: ColumnSpan | undefined;

	/** In ascending order, with a gap between any two. */
	get ranges(): readonly PositionRange[] {
		return this.held;
	}

	/** The cells that are selected of each row; undefined where the rows are, whole. */
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

	/** The next extension begins where the keyboard is then, and replaces what is selected. */
	endExtension(): void {
		this.anchor = undefined;
	}

	/**
	 * Everything between `from`, where the first extension began, and `to`, in place of the last extension.
	 *
	 * @param columns Takes only the cells from the first column, where the first extension began, to the other. Not where rows
	 * are selected that this one adds to.
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

	/** Rows beyond the end are gone. */
	limitTo(count: number): void {
		this.held = remove(this.held, { from: count, to: Number.POSITIVE_INFINITY });
		this.base = remove(this.base, { from: count, to: Number.POSITIVE_INFINITY });
	}
}

function add(ranges: readonly PositionRange[], added: PositionRange): readonly PositionRange[] {
	const apart = ranges.filter(({ from, to }) => to < added.from || from > added.to);
	const touching = ranges.filter((range) => !apart.includes(range));
	const joined = {
		from: Math.min(added.from, ...touching.map(({ from }) => from)),
		to: Math.max(added.to, ...touching.map(({ to }) => to)),
	};
	return [...apart, joined].sort((one, other) => one.from - other.from);
}

function remove(ranges: readonly PositionRange[], removed: PositionRange): readonly PositionRange[] {
	return ranges.flatMap(({ from, to }) =>
		[
			{ from, to: Math.min(to, removed.from) },
			{ from: Math.max(from, removed.to), to },
		].filter((part) => part.from < part.to),
	);
}
