import type { CellBatch } from '../../scan/cellBatch';

export interface Cells {
	readonly batch: CellBatch;
	readonly column: number;
	readonly first: number;
	/** Estimated number of records in the entire file. The actual number may be higher. */
	readonly expected: number;
}

export interface ColumnStore {
	reserve(records: number): void;
	/** Adds cells, starting with the row `from`. Returns the first row that the store can't or shouldn't add. */
	append(cells: Cells, from: number): number;
}
