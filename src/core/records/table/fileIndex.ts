import type { TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { Utf8Texts } from './codedTexts';
import type { CodesInPlace, DictionaryValues, NumberValues, RawValues, TableColumn } from './table';

/** Index of a file's records, in memory or saved. It contains all data of a `Table` except the text of the records. */
export interface FileIndex {
	readonly format: TableInfo['format'];
	readonly records: number;
	readonly complete: boolean;
	readonly columns: readonly FileColumn[];
	readonly info: TableInfo;
	readonly broken: Bitset;

	start(number: number): number;
	length(number: number): number;

	/** Returns the values if they are in memory. Never reads from disk. */
	held(column: number): HeldValues | undefined;

	/** Returns how a column's values are represented, without loading them. */
	formOf(column: number): ValuesForm;

	/** Returns a column's values for a single use, without caching them. */
	read(column: number): HeldValues;

	/** Holds the index file open until the result is disposed, for callers that read from the file several times. */
	hold(): Disposable;

	/** Returns a dictionary's codes for filtering outside the JavaScript heap, or undefined for other columns. */
	codes(column: number): CodesInPlace | undefined;
}

export interface FileColumn extends TableColumn {
	readonly values: HeldValues;
	readonly empty: number;
	/** Whether the values look like personal data, regardless of the column's name. */
	readonly isPersonal: boolean;
}

export interface ValuesForm {
	readonly kind: HeldValues['kind'];
	readonly size: number;
	readonly numbers: NumberValues['form'] | undefined;
}

export type HeldValues = HeldDictionary | NumberValues | RawValues;

export interface HeldDictionary extends DictionaryValues {
	readonly bytes: Utf8Texts;
	readonly empty: number;
}
