import type { CellBatch } from '../../scan/cellBatch';

export interface Cells {
	readonly batch: CellBatch;
	readonly column: number;
	readonly first: number;
	/** Estimated number of records in the entire file. The actual number can be higher. */
	readonly expected: number;
}

export interface ColumnStore {
	reserve(records: number): void;
	/** Adds cells, starting with the row `from`. Returns the first row that was not added. */
	append(cells: Cells, from: number): number;
}
