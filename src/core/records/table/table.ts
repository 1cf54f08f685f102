import type { ColumnKind, Spoiling, TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { KeyPart } from './keyPart';

/**
 * Open record file that can be queried while it is loading. A query should get `records` and the column stores only
 * once. The stores remain valid even if the table replaces them.
 */
export interface Table {
	readonly format: 'csv' | 'json';
	/** Number of complete records found so far, including malformed ones. */
	readonly records: number;
	readonly complete: boolean;
	readonly columns: readonly TableColumn[];
	/** This object is replaced when `records` changes. */
	readonly info: TableInfo;
	/** Malformed records, which don't match the header or aren't valid JSON. Their readable cells are available. */
	readonly broken: Bitset;

	start(number: number): number;
	/** Length of a record in bytes, without the line ending or separator after it. */
	length(number: number): number;

	/**
	 * Returns the text of each cell. Request pages instead of entire tables, because every cell becomes a string.
	 * @throws AppError `cancelled` or `disk`. All methods that read records throw these errors.
	 */
	cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]>;

	/** Returns raw JSON. An item is undefined if the record doesn't have the property or if the file is a CSV file. */
	written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]>;

	record(number: number, signal: AbortSignal): Promise<RecordText>;

	/** Visits the cells of a column in file order. Missing cells are empty. Other queries can run between two blocks. */
	scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void>;

	/** Visits the bytes of the records in blocks of complete records, for byte searches. */
	scanBlocks(visit: BlockVisitor, options: ScanOptions): Promise<void>;

	/** Ranges that together contain all records. Undefined if keys can't be stored (yet). */
	readonly keyParts?: readonly KeyPart[] | undefined;

	/** Calls `ask` with a temporary table that contains only the given `keyParts`. */
	withParts?<T>(parts: readonly number[], ask: (table: Table) => Promise<T>): Promise<T>;

	/**
	 * Returns the CSV column whose value contains a range of bytes in a record, or undefined if no value contains the
	 * entire range.
	 */
	columnAt(number: number, record: Buffer, from: number, to: number): number | undefined;

	/** Decodes all cells of a record from its bytes. A missing cell becomes an empty string. */
	decode(number: number, bytes: Buffer, start: number, end: number): string[];
}

export interface RecordText {
	readonly values: string[];
	readonly raw: () => string;
	/** For CSV, the number of cells in the record. For JSON, the byte offset in `raw` at which parsing stopped. */
	readonly found: number;
}

export interface ScanOptions {
	readonly signal: AbortSignal;
	readonly records?: number;
	/** Records to visit. A block that contains none of these records isn't read. */
	readonly only?: Pick<Bitset, 'has'>;
	/** Called after each block. May be asynchronous, so that other queries can run. */
	readonly afterPart?: () => Promise<void>;
}

/** Receives a value as UTF-8 without quotes or escapes. Its memory is reused. Return `false` to end the scan. */
export type CellVisitor = (number: number, bytes: Buffer, start: number, end: number) => void | boolean;

/** Receives a block of records. Its memory is reused. Return `false` to end the scan. */
export type BlockVisitor = (block: RecordBlock) => void | boolean | Promise<void | boolean>;

/** Block of consecutive, complete records. In `bytes`, record `n` begins at `table.start(n) - offset`. */
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
	/** Values of each partition. They aren't cached. Undefined if the column has no partitions or is in memory. */
	readonly pieces?: readonly ColumnPiece[] | undefined;
}

export interface ColumnPiece {
	/** Number of the first record of the partition, whose value has the index 0. */
	readonly first: number;
	readonly records: number;
	/** Form in which the values are stored, which is known before they are loaded. `empty` if no record has a value. */
	readonly kind: ColumnValues['kind'] | 'empty';
	read(): ColumnValues | undefined;
	/** Keeps the index file open until the result is disposed of, for callers that read several columns. */
	hold(): Disposable;
	codes(): CodesInPlace | undefined;
}

/** Dictionary whose codes are written to the caller's buffer. */
export interface CodesInPlace extends Pick<DictionaryValues, 'size' | 'value'> {
	/** Writes all codes to the buffer in chunks. If the index is damaged, `visit` is called again from record 0. */
	read(room: Buffer, visit: CodesVisitor): void;
}

/** Number of bits per code. If a byte contains several codes, the first code is in the lowest bits. */
export type CodeBits = 2 | 4 | 8 | 16;

/** @param first Number of the record with the first code in the buffer */
export type CodesVisitor = (first: number, count: number, bits: CodeBits) => void;

export type ColumnValues = DictionaryValues | NumberValues | RawValues;

export interface DictionaryValues {
	readonly kind: 'dictionary';
	/** Code of each record. Read this property again after yielding, because the array may have been replaced. */
	readonly codes: Uint8Array | Uint16Array;
	/** Number of codes, assigned in order of first use. Code 0 is the empty string, even if no value is empty. */
	readonly size: number;
	/** Number of records with each code. `counts[0]` is the number of empty values. */
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

/** Integers or dates whose original text can be restored. `present` marks the records that have a value. */
export interface NumberValues {
	readonly kind: 'number';
	/** `integer` means 0 to 2^64 - 1. `dateTime` means `yyyy-mm-dd hh:mm:ss` in UTC, stored as Unix seconds. */
	readonly form: 'integer' | 'dateTime';
	/**
	 * Lower 32 bits of each record's number. Read `low` and `high` again after yielding, because the arrays may have been
	 * replaced.
	 */
	readonly low: Uint32Array;
	/** Upper 32 bits of each record's number. Undefined while all of them are 0. */
	readonly high: Uint32Array | undefined;
	readonly present: Bitset;
	readonly empty: number;
	text(number: number): string;
}

/** Values that are read from the file because there are too many of them or because they are too long. */
export interface RawValues {
	readonly kind: 'raw';
	readonly present: Bitset;
	readonly empty: number;
}
