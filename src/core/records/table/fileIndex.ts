import type { TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { Utf8Texts } from './codedTexts';
import type { CodesInPlace, DictionaryValues, NumberValues, RawValues, TableColumn } from './table';

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
	formOf(column: number): ValuesForm;

	/** A column's values, for somebody who needs them once: they do not stay in memory for it. */
	read(column: number): HeldValues;

	/** Until it is disposed of, what is read of the disk is read of a file that stays open: for those who read some of it soon. */
	hold(): Disposable;

	/** A dictionary's values, for somebody who looks at its codes elsewhere; undefined where the column is none. */
	codes(column: number): CodesInPlace | undefined;
}

export interface FileColumn extends TableColumn {
	readonly values: HeldValues;
	/** Records without a value. */
	readonly empty: number;
}

export interface ValuesForm {
	readonly kind: HeldValues['kind'];
	/** How many different values there are at most. */
	readonly size: number;
	/** Of which form all values are known to be numbers. */
	readonly numbers: NumberValues['form'] | undefined;
}

export type HeldValues = HeldDictionary | NumberValues | RawValues;

export interface HeldDictionary extends DictionaryValues {
	/** The values by code. */
	readonly bytes: Utf8Texts;
	readonly empty: number;
}
