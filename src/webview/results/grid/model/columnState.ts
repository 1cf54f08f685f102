import type { ColumnState } from './types';

const minWidth = 48;
const maxWidth = 1600;

/** Moves pinned columns to the start. All other functions in this file expect and return lists in this order. */
export function arrange<C extends ColumnState>(columns: readonly C[]): readonly C[] {
	return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)];
}

export function getVisible<C extends ColumnState>(columns: readonly C[]): readonly C[] {
	return columns.filter(({ hidden }) => !hidden);
}

/** Changes a column. A newly pinned or unpinned column is placed between the pinned and the unpinned columns. */
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

/** Moves a column to an index among the visible columns. Pinned columns always stay before unpinned columns. */
export function moveColumn<C extends ColumnState>(columns: readonly C[], id: number, to: number): readonly C[] {
	const moving = columns.find((column) => column.id === id);
	if (!moving) {
		return columns;
	}
	const others = getVisible(columns).filter((column) => column !== moving);
	const pinned = others.filter((column) => column.pinned).length;
	const place = moving.pinned ? clamp(to, 0, pinned) : clamp(to, pinned, others.length);
	const rest = columns.filter((column) => column !== moving);
	const follower = others[place];
	// A pinned column that is moved before an unpinned column becomes the last pinned column (see `arrange`).
	const at = follower ? rest.indexOf(follower) : rest.length;
	return arrange(rest.toSpliced(at, 0, moving));
}

export function placeOfColumn(columns: readonly ColumnState[], id: number): number {
	return getVisible(columns).findIndex((column) => column.id === id);
}

function fitWidth(width: number): number {
	return Math.round(clamp(width, minWidth, maxWidth));
}

function clamp(value: number, low: number, high: number): number {
	return Math.max(low, Math.min(value, high));
}
