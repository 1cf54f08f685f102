import type { ColumnKind, Spoiling } from '../../../shared/results';
import type { CodeBits, NumberValues } from '../table/table';
import type { Fingerprint } from './fingerprint';

/*
 * Saved indexes and saved keys are files next to the record file. Their layout is:
 *
 *   begin     `beginBytes`: file type and format version
 *   sections  numbers as in memory, or codes of 2 or 4 bits if there are few values; without padding
 *   contents  JSON of `Contents` with the location of each section
 *   end       `endBytes`: offset (8 bytes), length (4) and checksum (4) of the contents
 *
 * Every byte is either compared or covered by a checksum. Numbers are little-endian, which is the byte order of all
 * processors that VS Code supports.
 */

/**
 * Version of the index format. Increment it when offsets or column values are computed differently, so that existing
 * indexes are rebuilt.
 */
const version = 3;

const words = Buffer.from('records index\n');

export const begin = Buffer.concat([words, Buffer.of(version, 0)]);

export const endBytes = 16;

export const beginOfKeys = Buffer.from('records keys\n\u0002\0');

export function savedIndexPath(records: string): string {
	return `${records}.index`;
}

export function savedKeysPath(records: string): string {
	return `${records}.keys`;
}

export type SavedBytes = readonly [at: number, length: number, checksum: number];

export type Width = 1 | 2 | 4;

export interface Numbers {
	readonly width: Width;
	readonly section: SavedBytes;
}

export interface SavedCodes {
	readonly bits: CodeBits;
	readonly section: SavedBytes;
}

export interface SavedDictionary {
	readonly kind: 'dictionary';
	readonly codes: SavedCodes;
	readonly offsets: SavedBytes;
	readonly text: SavedBytes;
	/** The dictionary's values as numbers. They are used if merged files have too many values for one dictionary. */
	readonly numbers?: { readonly form: NumberValues['form']; readonly low: SavedBytes; readonly high?: SavedBytes };
}

export type SavedValues =
	| SavedDictionary
	| {
			readonly kind: 'number';
			readonly form: NumberValues['form'];
			readonly low: SavedBytes;
			readonly high?: SavedBytes;
			readonly present: SavedBits;
	  }
	| { readonly kind: 'raw'; readonly present: SavedBits };

export interface SavedBits {
	readonly count: number;
	readonly section?: SavedBytes;
}

export interface IndexedColumn {
	readonly name: string;
	/** Column kind that the values suggest. It is used only if the column's name doesn't determine the kind. */
	readonly kind: ColumnKind;
	readonly spoiled?: Spoiling;
	readonly filled: number;
	readonly isPersonal: boolean;
	readonly values: SavedValues;
}

export interface Contents {
	readonly of: Fingerprint;
	readonly format: 'csv' | 'json';
	readonly records: number;
	readonly guessed: number;
	readonly moreColumns: boolean;
	readonly truncated: boolean;
	readonly broken: SavedBits;
	readonly first: number;
	readonly lengths: Numbers;
	/** Number of bytes between each record and the next one, or a single number if all gaps have the same length. */
	readonly gaps: number | Numbers;
	readonly columns: readonly IndexedColumn[];
}

export interface KeysContents {
	readonly of: Fingerprint;
	readonly version: number;
	/**
	 * Value of `OwnCode.id` for which the keys were computed. No mapping ID is needed, because keys of deobfuscated
	 * traces are never saved.
	 */
	readonly own: string;
	readonly codes: Numbers;
	/** Hashes of the keys and of their top frames, by key code. Each hash has a low and a high half. */
	readonly lows: SavedBytes;
	readonly highs: SavedBytes;
	readonly topLows: SavedBytes;
	readonly topHighs: SavedBytes;
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
