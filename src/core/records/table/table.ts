import type { ColumnKind, Spoiling, TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { KeyPart } from './keyPart';

/**
 * An open record file, which can be queried while it is loading. Records are only added. When a column store is
 * replaced, the previous store remains valid for its records, so a query should get `records` and the stores only once.
 */
export interface Table {
	readonly format: 'csv' | 'json';
	/** Number of complete records that have been found, including malformed records. */
	readonly records: number;
	readonly complete: boolean;
	readonly columns: readonly TableColumn[];
	/** A new object replaces this object when `records` changes. */
	readonly info: TableInfo;
	/** Malformed records, which don't match the header or aren't valid JSON. Their readable cells are included. */
	readonly broken: Bitset;

	start(number: number): number;
	/** Length of a record in bytes, without the line ending or separator that follows. */
	length(number: number): number;

	/**
	 * Creates the text of each cell. Callers should request pages rather than entire tables.
	 * @throws AppError `cancelled` or `disk`. All methods that read records throw these errors.
	 */
	cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]>;

	/** Returns raw JSON. Returns undefined for cells of CSV files and for properties that are missing from a record. */
	written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]>;

	record(number: number, signal: AbortSignal): Promise<RecordText>;

	/** Visits the records in file order. Missing cells are empty. Between blocks, other queries can run. */
	scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void>;

	/** Visits the bytes of the records in blocks, for byte searches. A block contains only complete records. */
	scanBlocks(visit: BlockVisitor, options: ScanOptions): Promise<void>;

	/** Ranges of records that together contain all records. Undefined if keys can't be stored (yet). */
	readonly keyParts?: readonly KeyPart[] | undefined;

	/** Calls `ask` with a temporary table that contains only these parts of `keyParts`. */
	withParts?<T>(parts: readonly number[], ask: (table: Table) => Promise<T>): Promise<T>;

	/** Returns the CSV column that contains a byte range of a record, or undefined if no single value contains it. */
	columnAt(number: number, record: Buffer, from: number, to: number): number | undefined;

	/** Decodes all cells of a record from bytes in memory. Missing cells are empty strings. */
	decode(number: number, bytes: Buffer, start: number, end: number): string[];
}

export interface RecordText {
	readonly values: string[];
	readonly raw: () => string;
	/** For CSV, the number of cells that were found. For JSON, the byte offset in `raw` at which parsing stopped. */
	readonly found: number;
}

export interface ScanOptions {
	readonly signal: AbortSignal;
	readonly records?: number;
	/** The records to visit. A block without any of these records is not read. */
	readonly only?: Pick<Bitset, 'has'>;
	/** Called after each block. It can work asynchronously, and other queries can run during the call. */
	readonly afterPart?: () => Promise<void>;
}

/** Receives a value as UTF-8 without quotes or escapes. The memory is reused. Returning `false` ends the scan. */
export type CellVisitor = (number: number, bytes: Buffer, start: number, end: number) => void | boolean;

/** Receives a block of records. The memory is reused. Returning `false` ends the scan. */
export type BlockVisitor = (block: RecordBlock) => void | boolean | Promise<void | boolean>;

/** A block of consecutive, complete records. In `bytes`, record `n` begins at `table.start(n) - offset`. */
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
	/** The values in each partition, for one-time use. Undefined if the column has no partitions or is in memory. */
	readonly pieces?: readonly ColumnPiece[] | undefined;
}

export interface ColumnPiece {
	/** Number of the first record. The value of this record has index 0. */
	readonly first: number;
	readonly records: number;
	/** The form in which the values are stored (known before they are loaded), or `empty` if no record has a value. */
	readonly kind: ColumnValues['kind'] | 'empty';
	read(): ColumnValues | undefined;
	/** Keeps the index file open until the result is disposed, for callers that read several columns. */
	hold(): Disposable;
	codes(): CodesInPlace | undefined;
}

/** A dictionary whose codes are written to the caller's buffer. */
export interface CodesInPlace extends Pick<DictionaryValues, 'size' | 'value'> {
	/** Writes all codes to the buffer in chunks. If the index is damaged, the visits start again with record 0. */
	read(room: Buffer, visit: CodesVisitor): void;
}

/** Number of bits per code. If a byte contains several codes, the first code is in the lowest bits. */
export type CodeBits = 2 | 4 | 8 | 16;

/** @param first Number of the record that the first code in the buffer belongs to. */
export type CodesVisitor = (first: number, count: number, bits: CodeBits) => void;

export type ColumnValues = DictionaryValues | NumberValues | RawValues;

export interface DictionaryValues {
	readonly kind: 'dictionary';
	/** The code of each record. Read this property again after yielding, because the array may have been replaced. */
	readonly codes: Uint8Array | Uint16Array;
	/** Number of codes, which are in order of first use. Code 0 is the empty string, even if no value is empty. */
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

/** Integers or dates whose original text can be restored. `present` contains the records that have a value. */
export interface NumberValues {
	readonly kind: 'number';
	/** `integer` values are 0 to 2^64 - 1. `dateTime` values are `yyyy-mm-dd hh:mm:ss` in UTC, stored as Unix seconds. */
	readonly form: 'integer' | 'dateTime';
	/** The lower 32 bits of each record's number. Read `low` and `high` again after yielding. */
	readonly low: Uint32Array;
	/** The upper 32 bits. Undefined while all of them are 0. */
	readonly high: Uint32Array | undefined;
	readonly present: Bitset;
	readonly empty: number;
	text(number: number): string;
}

/** Values that must be read from the file, because there are too many or they are too long. */
export interface RawValues {
	readonly kind: 'raw';
	readonly present: Bitset;
	readonly empty: number;
}
