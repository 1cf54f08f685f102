import { quote } from '../../shared/ascii';
import type { Delimiter } from '../../shared/results';
import { CellBatch } from './cellBatch';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';
import { ScannerInstance } from './scannerInstance';
import { WorkSpace } from './workSpace';

/** Maximum number of columns. Additional cells are available only in the raw text of a record. */
const maxColumns = 16_384;

const allCells = 0xffff_ffff;

/** State of a record that has a different number of cells than the header, as defined in `wasm/csv.ts`. */
const otherCells = 1;

/** Matches a ClickHouse type. In some ClickHouse formats, the line after the header contains the column types. */
const columnType =
	/^(?:(?:Array|DateTime|DateTime64|Decimal|Enum8|Enum16|FixedString|LowCardinality|Map|Nullable|Tuple)\(.{1,200}\)|Bool|Date(?:32|Time)?|Float(?:32|64)|IPv[46]|String|UUID|U?Int(?:8|16|32|64|128|256))$/;

const firstRoom = 32 * 1024;

/** Values of `openPlace`, which must be the same as in `wasm/csv.ts`. */
const nowhere = 0;
const inQuotes = 2;

/** Incomplete record whose first bytes were discarded. */
interface Begun {
	readonly place: number;
	readonly cells: number;
}

const nothingBegun: Begun = { place: nowhere, cells: 0 };

export interface CsvSourceOptions {
	/** If false, the scan finds only the end and the state of each record, without locating cells. */
	readonly cells?: boolean;
	readonly delimiter?: Delimiter;
	readonly unnamedColumns?: number;
	/** True if the file may consist of joined files. Their headers and byte order marks don't become records. */
	readonly joined?: boolean;
	/** Line number of the header. Each joined file repeats the header and the lines above it. */
	readonly headerLine?: number;
	/** If true, a record that is too long to buffer is skipped. Otherwise, only its end and state are found. */
	readonly skipsLong?: boolean;
}

/** Parses bytes as CSV for all code that reads CSV. `wasm/csv.ts` describes the rules. */
export class CsvSource implements RecordSource {
	names: readonly string[] = [];
	found: CellBatch;
	closed = true;
	columns = 0;
	header: Buffer = Buffer.alloc(0);
	headerCells: readonly number[] = [];
	joins = 0;
	tooLong = 0;
	private afterReturn = false;
	private begun = nothingBegun;
	private cells: boolean;
	private readonly delimiter: Delimiter;
	private readonly unnamedColumns: number;
	private readonly joined: boolean;
	private readonly headerLine: number;
	private readonly skipsLong: boolean;
	private nameBytes: readonly Buffer[] = [];
	/** True if the next record is the first one, which may contain column types. */
	private isFirst = false;

	constructor(
		private readonly instance: ScannerInstance,
		options: CsvSourceOptions = {},
	) {
		const { cells = true, delimiter = ',', unnamedColumns = 0, joined = false } = options;
		this.found = new CellBatch(instance, maxColumns, false, 1);
		this.cells = cells;
		this.delimiter = delimiter;
		this.unnamedColumns = unnamedColumns;
		this.joined = joined;
		this.headerLine = options.headerLine ?? 1;
		this.skipsLong = options.skipsLong ?? false;
	}

	get moreColumns(): boolean {
		return this.columns > maxColumns;
	}

	get inQuotes(): boolean {
		return this.instance.scanner.openPlace.value === inQuotes;
	}

	withoutCells(): void {
		this.cells = false;
		if (this.columns > 0) {
			this.found = new CellBatch(this.instance, 0, false);
		}
	}

	scan(bytes: WorkSpace, from: number, last: boolean): number {
		const { found, instance, columns, afterReturn, begun, delimiter, joined } = this;
		const { scanner } = instance;
		found.begin(bytes.base, bytes.length);
		const stop = scanInto(found, { from, last, columns, limit: allCells, afterReturn, begun, delimiter, joined });
		this.afterReturn = scanner.afterReturn.value !== 0;
		if (begun.place !== nowhere && found.records === 0) {
			this.closed = false;
			return last ? from : this.discard();
		}
		if (begun.place !== nowhere && this.skipsLong) {
			found.remove(new Set([0]));
			this.tooLong++;
		}
		this.begun = nothingBegun;
		this.closed = stop === bytes.length;
		if (columns === 0 && found.records > 0) {
			this.takeHeader(begun.place === nowhere);
		} else if (joined && this.nameBytes.length > 1) {
			this.removeHeaders();
		}
		return stop;
	}

	letGo(): number | undefined {
		// An overlong header isn't skipped, because the records would then have no columns.
		return this.skipsLong && this.columns === 0 ? undefined : this.discard();
	}

	private discard(): number {
		const { openPlace, openCells, openAt } = this.instance.scanner;
		this.begun = { place: openPlace.value, cells: openCells.value };
		return openAt.value;
	}

	decoders(): () => RecordDecoder {
		const { delimiter, names } = this;
		return () => csvDecoder(names.length, delimiter);
	}

	/** Removes repeated headers. Compares the first byte and the length first, which rules out almost all records. */
	private removeHeaders(): void {
		const { found, instance, nameBytes } = this;
		const { words, bytes } = instance;
		const { base, records, rowBytes } = found;
		const first = nameBytes[0]?.[0];
		const firstLength = nameBytes[0]?.length ?? 0;
		const headers = new Set<number>();
		const others = new Set<number>();
		if (this.isFirst && records > 0) {
			this.isFirst = false;
			if (nameBytes.every((_, column) => columnType.test(found.text(0, column)))) {
				others.add(0);
			}
		}
		for (let record = 0, bound = found.bounds / 4; record < records; record++, bound += rowBytes / 4) {
			const begin = bytes[base + (words[bound] ?? 0)];
			const mayBeFirst = begin === first || begin === quote || first === undefined;
			if (mayBeFirst && found.mayHaveLength(record, 0, firstLength) && this.isHeader(record)) {
				headers.add(record);
				if (record > 0 && /^"?sep=.?$/i.test(found.text(record - 1, 0))) {
					others.add(record - 1);
				}
				for (
					let line = 1;
					line < this.headerLine && line <= record && bytes[found.faults + record - line] === otherCells;
					line++
				) {
					others.add(record - line);
				}
			}
		}
		this.joins += headers.size;
		if (headers.size + others.size > 0) {
			found.remove(new Set([...headers, ...others]));
		}
	}

	/**
	 * Returns true if a record repeats the header. Compares values without quotes, because a joined file may use quotes
	 * differently.
	 */
	private isHeader(record: number): boolean {
		const { found, nameBytes } = this;
		return nameBytes.every((name, column) => {
			const { start, end } = found.locate(record, column);
			return end - start === name.length && name.compare(found.instance.bytes, start, end) === 0;
		});
	}

	private takeHeader(whole: boolean): void {
		const { found, instance } = this;
		this.columns = Math.max(1, instance.scanner.foundCells.value - this.unnamedColumns);
		if (whole) {
			const [start, end] = instance.words.subarray(found.places / 4);
			this.header = Buffer.from(instance.bytes.subarray(found.base + (start ?? 0), found.base + (end ?? 0)));
			this.names = getTexts(found, Math.min(this.columns, maxColumns));
			this.headerCells = found.cellsAsWritten(0, this.names.length);
			this.nameBytes = this.cells ? this.names.map((name) => Buffer.from(name)) : [];
			this.isFirst = true;
		}
		this.found = new CellBatch(instance, this.cells ? this.names.length : 0, false);
	}
}

export interface CsvRecordDecoder extends RecordDecoder {
	columnAt(record: Uint8Array, from: number, to: number): number | undefined;
}

/** Creates a decoder for single records that doesn't require scanning the file. */
export function csvDecoder(columns: number, delimiter: Delimiter): CsvRecordDecoder {
	return new CsvDecoder(columns, delimiter);
}

class CsvDecoder implements CsvRecordDecoder {
	found = 0;
	private readonly instance = new ScannerInstance();
	private readonly row: CellBatch;
	private readonly bytes: WorkSpace;

	constructor(
		private readonly columns: number,
		private readonly delimiter: Delimiter,
	) {
		this.row = new CellBatch(this.instance, columns, false, 1);
		this.bytes = new WorkSpace(this.instance, firstRoom);
	}

	take(bytes: Uint8Array): void {
		this.bytes.replace(bytes);
	}

	decode(start: number, end: number): string[] {
		this.locate(start, end, allCells);
		this.found = start === end ? 1 : this.instance.scanner.foundCells.value;
		return getTexts(this.row, this.columns);
	}

	cell(start: number, end: number, column: number): CellPlace {
		this.locate(start, end, column + 1);
		const place = this.row.locate(0, column);
		return { bytes: this.instance.bytes, start: place.start, end: place.end };
	}

	columnAt(record: Uint8Array, from: number, to: number): number | undefined {
		this.take(record);
		this.locate(0, record.length, allCells);
		return this.row.columnAt(0, from, to);
	}

	private locate(start: number, end: number, limit: number): void {
		const { row, bytes, delimiter } = this;
		const to = Math.min(end, bytes.length);
		row.begin(bytes.base, to);
		if (start < to) {
			const whole = { from: start, last: true, columns: 0, afterReturn: false, begun: nothingBegun, joined: false };
			scanInto(row, { ...whole, limit, delimiter });
		}
		// If the file has changed, there may be no record at these offsets, and the row contains the cells of another
		// record.
		if (row.records === 0) {
			row.clearRow();
		}
	}
}

interface Scan {
	readonly from: number;
	readonly last: boolean;
	readonly columns: number;
	readonly limit: number;
	readonly afterReturn: boolean;
	readonly begun: Begun;
	readonly delimiter: Delimiter;
	readonly joined: boolean;
}

function scanInto(batch: CellBatch, scan: Scan): number {
	const { from, last, columns, limit, afterReturn, begun, delimiter, joined } = scan;
	const { base, length, stride, bounds, places, faults, capacity } = batch;
	const { scanner } = batch.instance;
	const stop = scanner.scanCsv(
		base,
		from,
		length,
		last,
		columns,
		stride,
		bounds,
		places,
		faults,
		capacity,
		limit,
		afterReturn,
		begun.place,
		begun.cells,
		delimiter.charCodeAt(0),
		joined,
	);
	batch.records = scanner.foundRecords.value;
	return stop;
}

function getTexts(row: CellBatch, columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => row.text(0, column));
}
