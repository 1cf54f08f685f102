import type { CellBatch } from './cellBatch';
import type { WorkSpace } from './workSpace';

export interface RecordSource {
	/** Names of the columns found so far. Every JSON record can append new columns. */
	readonly names: readonly string[];
	readonly moreColumns: boolean;
	/** Number of files that were joined to the first file, according to repeated headers, lists, and byte order marks. */
	readonly joins: number;
	readonly tooLong: number;
	readonly found: CellBatch;
	/** True if the last scan paused for other tasks. The next scan continues with the same bytes. */
	readonly paused?: boolean;
	/** True if the last scan ended at a valid end of the text. */
	readonly closed: boolean;
	/** @returns the offset of the first unprocessed byte. If no byte was processed, the source needs more bytes. */
	scan(bytes: WorkSpace, from: number, last: boolean): number;
	/**
	 * Discards the start of an incomplete record. Returns the offset at which the next scan must start, or undefined if
	 * the source can't discard it.
	 */
	letGo(): number | undefined;
	/** From now on, scans find only the end and the state of each record, without locating cells. */
	withoutCells(): void;
	/** Returns a function that creates record decoders. They use the columns found so far and don't affect the scan. */
	decoders(): () => RecordDecoder;
}

/**
 * Decodes single records at known offsets. If the file has changed, a decoder returns the current cells, or empty cells
 * if the file is now too short.
 */
export interface RecordDecoder {
	/** Number of cells in the last record (CSV), or the offset of its first byte that could not be parsed (JSON). */
	readonly found: number;
	take(bytes: Uint8Array): void;
	decode(start: number, end: number): string[];
	/** Returns the location of a single value. The result is valid until the next call. */
	cell(start: number, end: number, column: number): CellPlace;
}

export interface CellPlace {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
}
