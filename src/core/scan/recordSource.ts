import type { CellBatch } from './cellBatch';
import type { WorkSpace } from './workSpace';

export interface RecordSource {
	/** Names of the columns found so far. In JSON, every record can append new columns. */
	readonly names: readonly string[];
	readonly moreColumns: boolean;
	/** Number of joined files after the first file, based on their headers, lists, and byte order marks. */
	readonly joins: number;
	readonly tooLong: number;
	readonly found: CellBatch;
	/** True if the last scan stopped only to let other tasks run. The next scan then continues with the same bytes. */
	readonly paused?: boolean;
	/** True if the last scan ended at a valid end of the text. */
	readonly closed: boolean;
	/** @returns the offset of the first unprocessed byte. If no byte was processed, the source needs more bytes. */
	scan(bytes: WorkSpace, from: number, last: boolean): number;
	/** Discards the start of an incomplete record. Returns the offset for the next scan, or undefined if not supported. */
	letGo(): number | undefined;
	/** Restricts later scans to the end and the state of each record, without locating cells. */
	withoutCells(): void;
	/** Returns a factory for record decoders, which use the columns found so far and are independent of the scan. */
	decoders(): () => RecordDecoder;
}

/**
 * Decodes single records at known offsets. If the file has changed, the decoder returns the current cells, or empty
 * values if the file is now too short.
 */
export interface RecordDecoder {
	/** Number of cells in the last decoded record, or the offset of the first byte that could not be parsed. */
	readonly found: number;
	take(bytes: Uint8Array): void;
	decode(start: number, end: number): string[];
	/** Returns the location of a single value. The memory is reused by the next call. */
	cell(start: number, end: number, column: number): CellPlace;
}

export interface CellPlace {
	readonly bytes: Buffer;
	readonly start: number;
	readonly end: number;
}
