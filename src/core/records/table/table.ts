import type { ColumnKind, TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import type { KeyPart } from './keyPart';

/**
 * An opened file of records: where each record is, and its columns in memory as far as they fit there. The text stays
 * in the file and is read back by offset.
 *
 * A table may still be growing while it is asked (`complete` is false). Records are only ever added. A column may be
 * replaced in `columns` by another store of the same values, and JSON may add columns; a store that somebody holds
 * stays right for every record it had. So a query takes `records` and the stores it needs once, and may then yield as
 * often as it likes.
 */
export interface Table {
	readonly format: 'csv' | 'json';
	/** Whole records found so far, the broken ones among them. */
	readonly records: number;
	/** The file has been read to its end. */
	readonly complete: boolean;
	readonly columns: readonly TableColumn[];
	/** Made anew when `records` has changed. */
	readonly info: TableInfo;
	/** Records that do not fit the header, or are no JSON. Their cells are those that could be read. */
	readonly broken: Bitset;

	/** Offset of a record's first byte in the file that it is in. */
	start(number: number): number;
	/** Bytes of a record, without the line end or separator behind it. */
	length(number: number): number;

	/**
	 * The cells of these columns, record by record, in the order asked for: from memory where the column is there, else
	 * read from the file, neighbouring records together. The whole texts are made, so ask for pages, not for tables.
	 * @throws AppError `cancelled` or `disk`, as all that read do.
	 */
	cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]>;

	/**
	 * What JSON says of these cells, as it stands in the file; undefined where a record has no such member. In a table of
	 * CSV nothing is.
	 */
	written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]>;

	/** One record with all its columns, read from the file. */
	record(number: number, signal: AbortSignal): Promise<RecordText>;

	/**
	 * One pass over the file in its order, for what is not in memory. The visitor is called synchronously for each record
	 * that `options.only` holds (all of the first `options.records` without it); between blocks the engine is free for
	 * other questions. A record without this cell is visited with an empty one.
	 */
	scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void>;

	/** One pass over the records' bytes in blocks of whole records, for searches that begin with bytes. */
	scanBlocks(visit: BlockVisitor, options: ScanOptions): Promise<void>;

	/** All records, where keys of them may be kept for the next time; undefined where they may not, or not yet. */
	readonly keyParts?: readonly KeyPart[] | undefined;

	/** Asks some of `keyParts`, by their places, as a table by themselves, which is good for that long. */
	withParts?<T>(parts: readonly number[], ask: (table: Table) => Promise<T>): Promise<T>;

	/**
	 * The column whose value has some of the bytes of a record of CSV, which are no quotes; undefined where they are in
	 * none, or in parts of two.
	 * @param record All of its bytes. @param from Where in these they begin. @param to Exclusive.
	 */
	columnAt(number: number, record: Buffer, from: number, to: number): number | undefined;

	/** All cells of a record whose bytes are at hand, such as in a block; by column, missing ones as ''. */
	decode(number: number, bytes: Buffer, start: number, end: number): string[];
}

export interface RecordText {
	/** By column. */
	readonly values: string[];
	/** As it stands in the file; made when it is asked for. */
	readonly raw: () => string;
	/** How many cells it has; of JSON the place in `raw` up to which it could be read, in bytes. */
	readonly found: number;
}

export interface ScanOptions {
	readonly signal: AbortSignal;
	/** The first so many records; all that there are when undefined. */
	readonly records?: number;
	/** Visits these only. Blocks without any of them are not even read. */
	readonly only?: Pick<Bitset, 'has'>;
	/** Called after the visits of each block, with other questions answered meanwhile: for work that takes longer. */
	readonly afterPart?: () => Promise<void>;
}

/**
 * `bytes` from `start` to `end` are the value in UTF-8, with doubled quotes or escapes already resolved. The memory is
 * used again: what is kept must be copied. `false` ends the pass.
 */
export type CellVisitor = (number: number, bytes: Buffer, start: number, end: number) => void | boolean;

/** `false` ends the pass. The memory is used again. */
export type BlockVisitor = (block: RecordBlock) => void | boolean | Promise<void | boolean>;

/** Whole records, one after another; record `n` begins at `table.start(n) - offset` in `bytes`. */
export interface RecordBlock {
	readonly first: number;
	/** Exclusive. */
	readonly end: number;
	readonly bytes: Buffer;
	/** Where `bytes` begins in the file. */
	readonly offset: number;
}

export interface TableColumn {
	readonly name: string;
	readonly kind: ColumnKind;
	readonly values: ColumnValues;
	/**
	 * The same values in pieces, one behind the other, as long as they are not in memory together: for whoever goes
	 * through them once. Undefined where there is nothing to spare.
	 */
	readonly pieces?: readonly ColumnPiece[] | undefined;
}

/** The values of some records of a column. */
export interface ColumnPiece {
	/** Number of its first record, which is record 0 of its values. */
	readonly first: number;
	readonly records: number;
	/** How they are kept, known before they are read; `empty` where no record has a value. */
	readonly kind: ColumnValues['kind'] | 'empty';
	/** Undefined where no record has a value. */
	read(): ColumnValues | undefined;
	/** For whoever reads several columns of the same records; until it is disposed of a file stays open. */
	hold(): Disposable;
	/** Undefined where it is no dictionary. */
	codes(): CodesInPlace | undefined;
}

/** What a dictionary's values are, and its codes, which are read to wherever somebody looks at them. */
export interface CodesInPlace extends Pick<DictionaryValues, 'size' | 'value'> {
	/**
	 * Writes the codes of all records to a memory, as many at a time as it has room for.
	 * @param visit Is called after each time. Where what was read turns out to be damaged it begins again with record 0.
	 */
	read(room: Buffer, visit: CodesVisitor): void;
}

/** Of a code; where it is less than a byte, the first code of a byte is in its lowest bits. */
export type CodeBits = 2 | 4 | 8 | 16;

/** @param first Number of the record that has the first code in the memory. @param bits Of each. */
export type CodesVisitor = (first: number, count: number, bits: CodeBits) => void;

/** How a column's values are kept; indices are record numbers. */
export type ColumnValues = DictionaryValues | NumberValues | RawValues;

/** Few different values: a code for each record. */
export interface DictionaryValues {
	readonly kind: 'dictionary';
	/** By record; at least as long as the table has records. Take it anew after yielding: it may have been replaced. */
	readonly codes: Uint8Array | Uint16Array;
	/** How many codes there are. Code 0 is '' whether it occurs or not; codes are given in the order of first use. */
	readonly size: number;
	/** Records by code; the empty ones are `counts[0]`. */
	readonly counts: Uint32Array;
	value(code: number): string;
	/** Undefined when no record has the value. */
	codeOf(value: string): number | undefined;
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

/**
 * Too many values for a dictionary, all of them numbers or all of them dates with a time, written in the one way that
 * gives the text back from the number. Empty ones are not `present` and 0.
 */
export interface NumberValues {
	readonly kind: 'number';
	/** `integer`: decimal digits, without a sign, below 2^64. `dateTime`: `yyyy-mm-dd hh:mm:ss` as Unix seconds, read as UTC. */
	readonly form: 'integer' | 'dateTime';
	/** The lower 32 bits, by record. Take it anew after yielding, like `high`. */
	readonly low: Uint32Array;
	/** The upper 32 bits; undefined while all are 0. */
	readonly high: Uint32Array | undefined;
	readonly present: Bitset;
	readonly empty: number;
	text(number: number): string;
}

/** Too many values, or too long ones: read back from the file. */
export interface RawValues {
	readonly kind: 'raw';
	readonly present: Bitset;
	readonly empty: number;
}
