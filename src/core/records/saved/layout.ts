import type { ColumnKind } from '../../../shared/results';
import type { CodeBits, NumberValues } from '../table/table';
import type { Fingerprint } from './fingerprint';

/*
 * A saved index is a file beside its records, and so are saved keys:
 *
 *   begin     `beginBytes`: who wrote it, and in which version of this format
 *   sections  numbers as they are in memory, codes of few values in 2 or 4 bits each, without anything between
 *   contents  JSON of `Contents`, which tells where each section is
 *   end       `endBytes`: place (8 bytes), length (4) and checksum (4) of the contents
 *
 * Every byte is compared or counted in a checksum. Numbers are in the order of bytes that all processors have on which
 * the editor runs, the lowest first.
 */

/**
 * Changes with whatever another version would read or write differently: this format, where records and cells begin, and
 * which values a column holds. Files of other versions are made anew.
 */
const version = 2;

const words = Buffer.from('records index\n');

/** How each file begins. */
export const begin = Buffer.concat([words, Buffer.of(version, 0)]);

export const endBytes = 16;

/** How a file of keys begins; its version is of their layout only. */
export const beginOfKeys = Buffer.from('records keys\n\u0002\0');

/** Of a file of records: where its index is saved. */
export function savedIndexPath(records: string): string {
	return `${records}.index`;
}

/** And where keys of its records are. */
export function savedKeysPath(records: string): string {
	return `${records}.keys`;
}

/** Place, length in bytes, and CRC-32. */
export type SavedBytes = readonly [at: number, length: number, checksum: number];

/** Bytes of a number. */
export type Width = 1 | 2 | 4;

/** Whole numbers of so many bytes. */
export interface Numbers {
	readonly width: Width;
	readonly section: SavedBytes;
}

/** The codes of all records. */
export interface SavedCodes {
	readonly bits: CodeBits;
	readonly section: SavedBytes;
}

export interface SavedDictionary {
	readonly kind: 'dictionary';
	readonly codes: SavedCodes;
	readonly offsets: SavedBytes;
	readonly text: SavedBytes;
	/** Of many values that all are numbers: for a table in which this is a part, and there are too many. */
	readonly numbers?: { readonly form: NumberValues['form']; readonly low: SavedBytes; readonly high?: SavedBytes };
}

export type SavedValues =
	| SavedDictionary
	| {
			readonly kind: 'number';
			readonly form: NumberValues['form'];
			readonly low: SavedBytes;
			/** Absent where all are 0. */
			readonly high?: SavedBytes;
			readonly present: SavedBits;
	  }
	| { readonly kind: 'raw'; readonly present: SavedBits };

/** Of which records something is true; of all or none of them no bits are written. */
export interface SavedBits {
	readonly count: number;
	readonly section?: SavedBytes;
}

export interface SavedColumn {
	readonly name: string;
	/** Where the name tells none, and by the values. */
	readonly kind: ColumnKind;
	/** Records with a value. */
	readonly filled: number;
	readonly values: SavedValues;
}

/** What a saved index tells. */
export interface Contents {
	/** The file that it is of. */
	readonly of: Fingerprint;
	readonly format: 'csv' | 'json';
	readonly records: number;
	readonly guessed: number;
	readonly moreColumns: boolean;
	readonly truncated: boolean;
	readonly broken: SavedBits;
	/** Where the first record begins. */
	readonly first: number;
	readonly lengths: Numbers;
	/** Bytes between each record and the next, all alike mostly. */
	readonly gaps: number | Numbers;
	readonly columns: readonly SavedColumn[];
}

/** What a file of keys tells, which is one of sections like a saved index: the keys by frames of the records of a file. */
export interface KeysContents {
	/** The file that they are of. */
	readonly of: Fingerprint;
	/** `groupVersion` of who made them. */
	readonly version: number;
	/** What the workspace declared then: `id` of its `OwnCode`. No mapping deobfuscated the traces. */
	readonly own: string;
	/** By record; 0 for those without a key. */
	readonly codes: Numbers;
	/** By code: hashes of the keys, and of their top frames. */
	readonly lows: SavedBytes;
	readonly highs: SavedBytes;
	readonly topLows: SavedBytes;
	readonly topHighs: SavedBytes;
	/** As `RecordSites` has them. */
	readonly sites: {
		readonly codes: Numbers;
		readonly ends: Numbers;
		readonly members: Numbers;
		readonly lows: SavedBytes;
		readonly highs: SavedBytes;
		readonly fileLows: SavedBytes;
		readonly fileHighs: SavedBytes;
	};
}
