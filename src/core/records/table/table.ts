import type { ColumnKind, Spoiling, TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { KeyPart } from './keyPart';

/**
 * An open file of records, which may be queried while it is loading. Records are only added, and a replaced column
 * store stays valid for its records. Therefore, a query should get `records` and the stores only once.
 */
export interface Table {
	readonly format: 'csv' | 'json';
	/** Number of complete records found so far, including malformed records. */
	readonly records: number;
	readonly complete: boolean;
	readonly columns: readonly TableColumn[];
	/** Replaced by a new object when `records` has changed. */
	readonly info: TableInfo;
	/** Malformed records: they don't match the header or aren't valid JSON. Their readable cells are included. */
	readonly broken: Bitset;

	start(number: number): number;
	/** Length of a record in bytes, without the line ending or separator after it. */
	length(number: number): number;

	/**
	 * The text of every cell is created, so callers should request pages rather than entire tables.
	 * @throws AppError `cancelled` or `disk`, like all methods that read.
	 */
	cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]>;

	/** Returns raw JSON, or undefined for cells of CSV files and for properties that the record doesn't have. */
	written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]>;

	record(number: number, signal: AbortSignal): Promise<RecordText>;

	/** Scans the records in file order. Missing cells are empty. Other queries can run between blocks. */
	scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void>;

	/** Scans the bytes of records in blocks, for byte searches. Each block contains only complete records. */
	scanBlocks(visit: BlockVisitor, options: ScanOptions): Promise<void>;

	/** Ranges that together contain all records. Undefined if keys can't be stored, or can't be stored yet. */
	readonly keyParts?: readonly KeyPart[] | undefined;

	/** Calls `ask` with a temporary table that contains only some of the `keyParts`, specified by index. */
	withParts?<T>(parts: readonly number[], ask: (table: Table) => Promise<T>): Promise<T>;

	/** Returns the CSV column whose value contains a byte range of a record, if any single value does. */
	columnAt(number: number, record: Buffer, from: number, to: number): number | undefined;

	/** Decodes all cells of a record from bytes in memory, such as a block. Missing cells are ''. */
	decode(number: number, bytes: Buffer, start: number, end: number): string[];
}

export interface RecordText {
	readonly values: string[];
	readonly raw: () => string;
	/** Number of cells found in CSV, or the byte offset in `raw` at which parsing JSON stopped. */
	readonly found: number;
}

export interface ScanOptions {
	readonly signal: AbortSignal;
	readonly records?: number;
	/** Records to visit. Blocks without any of these records are not read. */
	readonly only?: Pick<Bitset, 'has'>;
	/** Called after each block, for asynchronous work. Other queries can run during the call. */
	readonly afterPart?: () => Promise<void>;
}

/** Receives a value as UTF-8, without quotes and escapes. The memory is reused. Return `false` to stop. */
export type CellVisitor = (number: number, bytes: Buffer, start: number, end: number) => void | boolean;

/** Receives a block of records. The memory is reused. Return `false` to stop. */
export type BlockVisitor = (block: RecordBlock) => void | boolean | Promise<void | boolean>;

/** A block of consecutive, complete records. Record `n` begins at `table.start(n) - offset` in `bytes`. */
export interface RecordBlock {
	readonly first: number;
	readonly end: number;
	readonly bytes: Buffer;
	readonly offset: number;
}

export interface TableColumn {
	readonly name: string;
	readonly kind: ColumnKind;
	readonly spoiled?: Spoiling | undefined;
	readonly values: ColumnValues;
	/** Values by partition, for single use. Undefined if the column has no partitions or is in memory. */
	readonly pieces?: readonly ColumnPiece[] | undefined;
}

export interface ColumnPiece {
	/** Number of the first record, whose value has index 0. */
	readonly first: number;
	readonly records: number;
	/** Representation of the values, available before the values are loaded; `empty` if no record has a value. */
	readonly kind: ColumnValues['kind'] | 'empty';
	read(): ColumnValues | undefined;
	/** Holds the index file open until the result is disposed, for callers that read several columns. */
	hold(): Disposable;
	codes(): CodesInPlace | undefined;
}

/** A dictionary whose codes are written to a buffer provided by the caller. */
export interface CodesInPlace extends Pick<DictionaryValues, 'size' | 'value'> {
	/** Writes all codes to a buffer in chunks. If the data is damaged, the visits start over with record 0. */
	read(room: Buffer, visit: CodesVisitor): void;
}

/** Number of bits per code. If several codes share a byte, the first code occupies its lowest bits. */
export type CodeBits = 2 | 4 | 8 | 16;

/** @param first Number of the record that the first code in the buffer belongs to. */
export type CodesVisitor = (first: number, count: number, bits: CodeBits) => void;

export type ColumnValues = DictionaryValues | NumberValues | RawValues;

export interface DictionaryValues {
	readonly kind: 'dictionary';
	/** Code by record number. After yielding, read this property again, because the array may have been replaced. */
	readonly codes: Uint8Array | Uint16Array;
	/** Number of codes. Code 0 is '' even if it doesn't occur. Codes are in order of first use. */
	readonly size: number;
	/** Number of records by code; `counts[0]` is the number of empty values. */
	readonly counts: Uint32Array;
	value(code: number): string;
	getCode(value: string): number | undefined;
	readonly asNumbers?: CodedNumbers | undefined;
}

export interface CodedNumbers {
	readonly form: NumberValues['form'];
	readonly low: Uint32Array;
	readonly high: Uint32Array | undefined;
}

/** Integers or dates in a canonical form, so that the text can be restored. Empty values are not in `present`. */
export interface NumberValues {
	readonly kind: 'number';
	/** `integer`: 0 to 2^64 - 1. `dateTime`: `yyyy-mm-dd hh:mm:ss`, interpreted as UTC and stored as Unix seconds. */
	readonly form: 'integer' | 'dateTime';
	/** Lower 32 bits by record number. After yielding, read `low` and `high` again. */
	readonly low: Uint32Array;
	/** Upper 32 bits, or undefined as long as all of them are 0. */
	readonly high: Uint32Array | undefined;
	readonly present: Bitset;
	readonly empty: number;
	text(number: number): string;
}

/** Values that are too many or too long for memory. They are read from the file. */
export interface RawValues {
	readonly kind: 'raw';
	readonly present: Bitset;
	readonly empty: number;
}
