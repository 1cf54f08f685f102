import type { CellBatch } from '../../scan/cellBatch';

export interface Cells {
	readonly batch: CellBatch;
	readonly column: number;
	readonly first: number;
	/** Estimated number of records in the entire file. The estimate is never too high. */
	readonly expected: number;
}

export interface ColumnStore {
	reserve(records: number): void;
	/** Adds cells, starting with row `from`. Returns the first row that the store can't or shouldn't store. */
	append(cells: Cells, from: number): number;
}
