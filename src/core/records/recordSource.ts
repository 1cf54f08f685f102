import type { CellBatch, Resolve } from './cellBatch';

/** Cuts the bytes of a file into records and cells. */
export interface RecordSource {
	/** Of the columns found so far; JSON may add more at the end with every record. */
	readonly names: readonly string[];
	/** What the last `scan` found. */
	readonly found: CellBatch;
	/**
	 * Finds records in `bytes`, from the place where the last scan stopped or where these bytes have been moved to since.
	 * @param last No more bytes follow.
	 * @returns Where the first byte is that was not used up. Nothing found and nothing used up: more bytes are needed.
	 */
	scan(bytes: Buffer, from: number, last: boolean): number;
	/** Makes the value of a cell with an inverted end; the result is in memory that is used again. */
	readonly resolve: Resolve;
	/** After the last scan: whether the text ended where it may. */
	readonly closed: boolean;
	/** Something that finds the cells of one record, apart from this one's scanning. */
	decoder(): RecordDecoder;
}

/** Finds the cells of one record at a time. */
export interface RecordDecoder {
	/** Values by column, as many as there are columns by now. */
	decode(bytes: Buffer, start: number, end: number): string[];
	/** Of the record decoded last: how many cells it has, or up to which byte of it it could be read. */
	readonly found: number;
	/** The value of one column, where it is or in memory that is used again. */
	cell(bytes: Buffer, start: number, end: number, column: number): CellPlace;
}

export interface CellPlace {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
}
