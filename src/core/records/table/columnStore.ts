import type { CellBatch } from '../../scan/cellBatch';

/** Which cells a store is to take: those of one column of a batch. */
export interface Cells {
	readonly batch: CellBatch;
	readonly column: number;
	/** Number of the batch's first record. */
	readonly first: number;
	/** How many records there will be, as far as is known; never too many. */
	readonly expected: number;
}

/** A column's values while records are added. */
export interface ColumnStore {
	/** Makes room for so many records. */
	reserve(records: number): void;
	/**
	 * Takes the cells from row `from` on.
	 * @returns The row that the store cannot or should not take, or the number of rows.
	 */
	append(cells: Cells, from: number): number;
}
