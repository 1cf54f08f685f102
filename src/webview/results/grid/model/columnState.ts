import type { ColumnState } from './types';

const minWidth = 48;
const maxWidth = 1600;

/** Pinned columns come first. All functions here take and give lists in this order. */
export function arrange<C extends ColumnState>(columns: readonly C[]): readonly C[] {
	return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)];
}

export function visibleOf<C extends ColumnState>(columns: readonly C[]): readonly C[] {
	return columns.filter(({ hidden }) => !hidden);
}

/** A column that is pinned becomes the last of the pinned ones; one that no longer is, the first of the others. */
export function changeColumn<C extends ColumnState>(
	columns: readonly C[],
	id: number,
	change: Partial<Omit<ColumnState, 'id'>>,
): readonly C[] {
	const changed = (column: C): C => {
		if (change.width === undefined) {
			return { ...column, ...change };
		}
		const { widthFrom: _, ...rest } = column;
		return { ...rest, ...change, width: fitWidth(change.width) } as C;
	};
	return arrange(columns.map((column) => (column.id === id ? changed(column) : column)));
}

/**
 * Puts a column at a place among the visible ones, as near to it as the border between pinned and other columns allows.
 */
export function moveColumn<C extends ColumnState>(columns: readonly C[], id: number, to: number): readonly C[] {
	const moving = columns.find((column) => column.id === id);
	if (!moving) {
		return columns;
	}
	const others = visibleOf(columns).filter((column) => column !== moving);
	const pinned = others.filter((column) => column.pinned).length;
	const place = moving.pinned ? clamp(to, 0, pinned) : clamp(to, pinned, others.length);
	const rest = columns.filter((column) => column !== moving);
	const follower = others[place];
	// The follower may be of the other section; `arrange` then puts the column at the end of its own.
	const at = follower ? rest.indexOf(follower) : rest.length;
	return arrange(rest.toSpliced(at, 0, moving));
}

/** Place of a column among the visible ones; -1 when it is not among them. */
export function placeOfColumn(columns: readonly ColumnState[], id: number): number {
	return visibleOf(columns).findIndex((column) => column.id === id);
}

function fitWidth(width: number): number {
	return Math.round(clamp(width, minWidth, maxWidth));
}

function clamp(value: number, low: number, high: number): number {
	return Math.max(low, Math.min(value, high));
}
