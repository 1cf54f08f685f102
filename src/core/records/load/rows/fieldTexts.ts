import { fold, isAscii } from '../../../../shared/fold';
import type { ColumnKind } from '../../../../shared/results';
import { orderKey } from '../../query/values/orderKey';
import type { NativeBlock } from './nativeBlock';

export interface RecordFault {
	/** Format of the malformed record: 1 for CSV, 2 for JSON. */
	readonly kind: 1 | 2;
	readonly found: number;
	readonly raw: string;
}

export interface RecordBatch {
	readonly first: number;
	readonly end: number;
	readonly rows: readonly (readonly string[])[];
	readonly faults: ReadonlyMap<number, RecordFault>;
}

export interface FieldTexts extends Disposable {
	readonly longestBytes: number;
	values(batch: RecordBatch, out: NativeBlock): void;
	/** Writes the case-folded values, which are used in searches. Call `values` for the same batch first. */
	folded(batch: RecordBatch, out: NativeBlock): void;
	ordered(batch: RecordBatch, out: NativeBlock): void;
}

/**
 * Returns the case-folded value, which is used in searches. Returns '' for an ASCII value, which needs no folded copy.
 */
export function getFolded(value: string): string {
	return isAscii(value) ? '' : fold(value);
}

export function getOrder(kind: ColumnKind, value: string): string {
	return value === '' || kind === 'text' ? '' : orderKey(kind, value);
}

export function hasNothing(): void {}
