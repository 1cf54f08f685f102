import type { TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { Utf8Texts } from './codedTexts';
import type { CodesInPlace, DictionaryValues, NumberValues, RawValues, TableColumn } from './table';

/** Index of a record file, either in memory or saved. It contains everything but the text of the records. */
export interface FileIndex {
	readonly format: TableInfo['format'];
	readonly records: number;
	readonly complete: boolean;
	readonly columns: readonly FileColumn[];
	readonly info: TableInfo;
	readonly broken: Bitset;

	start(number: number): number;
	length(number: number): number;

	/** Returns the values if they are in memory. Never reads them from disk. */
	held(column: number): HeldValues | undefined;

	/** Returns the form in which a column's values are stored, without loading the values. */
	formOf(column: number): ValuesForm;

	/** Returns a column's values without caching them. */
	read(column: number): HeldValues;

	/** Keeps the index file open until the result is disposed of, for callers that read several times. */
	hold(): Disposable;

	/**
	 * Returns a dictionary's codes for filtering outside the JavaScript heap. Returns undefined for columns without a
	 * dictionary.
	 */
	codes(column: number): CodesInPlace | undefined;
}

export interface FileColumn extends TableColumn {
	readonly values: HeldValues;
	readonly empty: number;
	/** Whether the values look like personal data. The column's name isn't considered. */
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
