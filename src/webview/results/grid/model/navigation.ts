/** Row index of the header row. The filter row has the index -1, and records start at 0. */
export const headerRow = -2;
export const filterRow = -1;

/** Difference between a row index and `aria-rowindex`, which is one-based and counts the two rows above the records. */
export const rowIndexOffset = 3;

/** Position of a cell. `column` is an index among the visible columns, starting with the row header. */
export interface GridPlace {
	readonly row: number;
	readonly column: number;
}

export type GridStep =
	| 'left'
	| 'right'
	| 'up'
	| 'down'
	| 'rowStart'
	| 'rowEnd'
	| 'pageUp'
	| 'pageDown'
	| 'gridStart'
	| 'gridEnd';

interface Bounds {
	readonly rows: number;
	readonly columns: number;
	readonly page: number;
}

/** Returns the cell that a key moves to (ARIA Authoring Practices, grid pattern). Never leaves the grid. */
export function move(place: GridPlace, step: GridStep, bounds: Bounds): GridPlace {
	const { row, column } = place;
	const lastRow = bounds.rows > 0 ? bounds.rows - 1 : filterRow;
	const lastColumn = bounds.columns - 1;
	const records = (wanted: number) => Math.min(Math.max(wanted, 0), lastRow);
	switch (step) {
		case 'left':
			return { row, column: Math.max(0, column - 1) };
		case 'right':
			return { row, column: Math.min(lastColumn, column + 1) };
		case 'up':
			return { row: Math.max(headerRow, row - 1), column };
		case 'down':
			return { row: Math.min(lastRow, row + 1), column };
		case 'rowStart':
			return { row, column: 0 };
		case 'rowEnd':
			return { row, column: lastColumn };
		case 'pageUp':
			return row < 0 ? place : { row: records(row - bounds.page), column };
		case 'pageDown':
			return { row: row < 0 ? records(0) : records(row + bounds.page), column };
		case 'gridStart':
			return { row: records(0), column: 0 };
		case 'gridEnd':
			return { row: lastRow, column: lastColumn };
	}
}
