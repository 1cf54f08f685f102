import type { CellBatch } from './cellBatch';
import type { WorkSpace } from './workSpace';

/** Cuts the bytes of a file into records and cells. */
export interface RecordSource {
	/** Of the columns found so far; JSON may add more at the end with every record. */
	readonly names: readonly string[];
	/** The file has more columns than `names` may have. */
	readonly moreColumns: boolean;
	/** What the last `scan` found. */
	readonly found: CellBatch;
	/** After the last scan: whether the text ended where it may. */
	readonly closed: boolean;
	/**
	 * Finds records in the bytes, from the place on where the last scan stopped.
	 * @param last No more bytes follow.
	 * @returns Where the first byte is that was not used up. Nothing found and nothing used up: more bytes are needed.
	 */
	scan(bytes: WorkSpace, from: number, last: boolean): number;
	/**
	 * After a scan that found nothing: gives up the cells and the start of the record that has begun, so that its bytes need
	 * not be kept until it ends. The next scan begins at the returned place. Undefined when this source cannot do so.
	 */
	letGo(): number | undefined;
	/** From the next scan on cells are not wanted: records have ends and faults only. */
	withoutCells(): void;
	/** Makes what finds the cells of single records apart from the scanning; it knows the columns found so far. */
	decoders(): () => RecordDecoder;
}

/**
 * Finds the cells of one record at a time, among bytes that were given to it. A file may have changed since its records
 * were found: what is beyond these bytes is empty, and where no such record is any more there are the cells of what is.
 */
export interface RecordDecoder {
	/** Of the record decoded last: how many cells it has, or up to which byte of it it could be read. */
	readonly found: number;
	/** Takes the bytes in which the other methods' places are. */
	take(bytes: Uint8Array): void;
	/** The values of the record at this place, by column. */
	decode(start: number, end: number): string[];
	/** One value; the place is in memory that is used again. */
	cell(start: number, end: number, column: number): CellPlace;
}

export interface CellPlace {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
}
