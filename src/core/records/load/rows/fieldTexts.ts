import { fold, isAscii } from '../../../../shared/fold';
import type { ColumnKind } from '../../../../shared/results';
import { orderKey } from '../../query/values/orderKey';
import type { NativeBlock } from './nativeBlock';

/** What is told of a record that is broken. */
export interface RecordFault {
	/** Of CSV 1, of JSON 2. */
	readonly kind: 1 | 2;
	/** See `RecordText`. */
	readonly found: number;
	readonly raw: string;
}

/** Records one behind the other, which are written together. */
export interface RecordBatch {
	readonly first: number;
	/** Exclusive. */
	readonly end: number;
	/** What was read back of each from the file; empty where nothing had to be. */
	readonly rows: readonly (readonly string[])[];
	/** By record. */
	readonly faults: ReadonlyMap<number, RecordFault>;
}

/** What is stored of a field, for the records of a segment: a text for each record of a batch. */
export interface FieldTexts extends Disposable {
	/** The longest value that was written (bytes). */
	readonly longest: number;
	/** The values as in the file. */
	values(batch: RecordBatch, out: NativeBlock): void;
	/** What they are searched by; to be asked for behind the values of the same batch. */
	folded(batch: RecordBatch, out: NativeBlock): void;
	/** What they are sorted by, where that is not themselves. */
	ordered(batch: RecordBatch, out: NativeBlock): void;
}

/** What a value is searched by, '' where it is ASCII. */
export function foldedOf(value: string): string {
	return isAscii(value) ? '' : fold(value);
}

/** What a value is sorted by, '' of none. */
export function orderOf(kind: ColumnKind, value: string): string {
	return value === '' || kind === 'text' ? '' : orderKey(kind, value);
}

/** Nothing to let go of. */
export function hasNothing(): void {}
