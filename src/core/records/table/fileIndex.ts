import type { TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { Utf8Texts } from './codedTexts';
import type { DictionaryValues, NumberValues, RawValues, TableColumn } from './table';

/** What is known of the records of one file, in memory or saved beside it; the parts of a `Table` that need no text. */
export interface FileIndex {
	readonly format: TableInfo['format'];
	readonly records: number;
	readonly complete: boolean;
	readonly columns: readonly FileColumn[];
	readonly info: TableInfo;
	readonly broken: Bitset;

	start(number: number): number;
	length(number: number): number;

	/** A column's values if they are in memory now; who asks a column itself may wait for the disk. */
	held(column: number): HeldValues | undefined;

	/** How a column's values are kept; they are not read for it. */
	kindOf(column: number): HeldValues['kind'];

	/** A column's values, for somebody who needs them once: they do not stay in memory for it. */
	read(column: number): HeldValues;
}

export interface FileColumn extends TableColumn {
	readonly values: HeldValues;
	/** Records without a value. */
	readonly empty: number;
}

export type HeldValues = HeldDictionary | NumberValues | RawValues;

export interface HeldDictionary extends DictionaryValues {
	/** The values by code. */
	readonly bytes: Utf8Texts;
	readonly empty: number;
	/** The values as numbers, where they are known to be that. */
	readonly asNumbers?: CodedNumbers | undefined;
}

/** Numbers by code, as `NumberValues` has them by record. */
export interface CodedNumbers {
	readonly form: NumberValues['form'];
	readonly low: Uint32Array;
	/** Undefined where all are 0. */
	readonly high: Uint32Array | undefined;
}
