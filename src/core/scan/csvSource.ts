import type { Delimiter } from '../../shared/results';
import { CellBatch } from './cellBatch';
import { Machine } from './machine';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';
import { WorkSpace } from './workSpace';

/** More cells than any header has; what is behind them is in the records' raw text. */
const maxColumns = 16_384;

const allCells = 0xffff_ffff;

/** Most records are shorter. */
const firstRoom = 32 * 1024;

/** See `openPlace` in `wasm/csv.ts`. */
const nowhere = 0;
const inQuotes = 2;

/** A record whose bytes before this place are not kept. */
interface Begun {
	readonly place: number;
	readonly cells: number;
}

const nothingBegun: Begun = { place: nowhere, cells: 0 };

/**
 * The one reader of CSV as bytes. Its rules are in `wasm/csv.ts`; a check, a table and slices are made of what it
 * finds.
 */
export class CsvSource implements RecordSource {
	names: readonly string[] = [];
	found: CellBatch;
	closed = true;
	/** Cells of the header; 0 until it is found. */
	columns = 0;
	/** The header as it stands, without its line end. */
	header: Buffer = Buffer.alloc(0);
	/** Where its cells stand in it; see `CellBatch.cellsAsWritten`. */
	headerCells: readonly number[] = [];
	private afterReturn = false;
	private begun = nothingBegun;

	/** @param cells Whether the cells are wanted; otherwise records have ends and faults only. */
	constructor(
		private readonly machine: Machine,
		private cells = true,
		private readonly delimiter: Delimiter = ',',
	) {
		this.found = new CellBatch(machine, maxColumns, false, 1);
	}

	get moreColumns(): boolean {
		return this.columns > maxColumns;
	}

	/** After the last scan, of a text that did not end where it may: it ended in quotes. */
	get inQuotes(): boolean {
		return this.machine.scanner.openPlace.value === inQuotes;
	}

	withoutCells(): void {
		this.cells = false;
		if (this.columns > 0) {
			this.found = new CellBatch(this.machine, 0, false);
		}
	}

	scan(bytes: WorkSpace, from: number, last: boolean): number {
		const { found, machine, columns, afterReturn, begun, delimiter } = this;
		const { scanner } = machine;
		found.begin(bytes.base, bytes.length);
		const stop = scanInto(found, { from, last, columns, limit: allCells, afterReturn, begun, delimiter });
		this.afterReturn = scanner.afterReturn.value !== 0;
		if (begun.place !== nowhere && found.records === 0) {
			this.closed = false;
			return last ? from : this.letGo();
		}
		this.begun = nothingBegun;
		this.closed = stop === bytes.length;
		if (columns === 0 && found.records > 0) {
			this.takeHeader(begun.place === nowhere);
		}
		return stop;
	}

	letGo(): number {
		const { openPlace, openCells, openAt } = this.machine.scanner;
		this.begun = { place: openPlace.value, cells: openCells.value };
		return openAt.value;
	}

	decoders(): () => RecordDecoder {
		const { delimiter, names } = this;
		return () => csvDecoder(names.length, delimiter);
	}

	/** @param whole Its cells and its start were found. */
	private takeHeader(whole: boolean): void {
		const { found, machine } = this;
		this.columns = machine.scanner.foundCells.value;
		if (whole) {
			const [start, end] = machine.words.subarray(found.places / 4);
			this.header = Buffer.from(machine.bytes.subarray(found.base + (start ?? 0), found.base + (end ?? 0)));
			this.names = textsOf(found, Math.min(this.columns, maxColumns));
			this.headerCells = found.cellsAsWritten(0, this.names.length);
		}
		this.found = new CellBatch(machine, this.cells ? this.names.length : 0, false);
	}
}

export interface CsvRecordDecoder extends RecordDecoder {
	/**
	 * The column whose cell has some bytes of the record, which are no quotes; undefined where they are in none, or in parts
	 * of two.
	 */
	columnAt(record: Uint8Array, from: number, to: number): number | undefined;
}

/** Finds the cells of single records of a file with so many columns, which need not be scanned for it. */
export function csvDecoder(columns: number, delimiter: Delimiter): CsvRecordDecoder {
	return new CsvDecoder(columns, delimiter);
}

class CsvDecoder implements CsvRecordDecoder {
	found = 0;
	private readonly machine = new Machine();
	private readonly row: CellBatch;
	private readonly bytes: WorkSpace;

	constructor(
		private readonly columns: number,
		private readonly delimiter: Delimiter,
	) {
		this.row = new CellBatch(this.machine, columns, false, 1);
		this.bytes = new WorkSpace(this.machine, firstRoom);
	}

	take(bytes: Uint8Array): void {
		this.bytes.replace(bytes);
	}

	decode(start: number, end: number): string[] {
		this.locate(start, end, allCells);
		this.found = start === end ? 1 : this.machine.scanner.foundCells.value;
		return textsOf(this.row, this.columns);
	}

	cell(start: number, end: number, column: number): CellPlace {
		this.locate(start, end, column + 1);
		const place = this.row.locate(0, column);
		return { bytes: this.machine.bytes, start: place.start, end: place.end };
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
			scanInto(row, { from: start, last: true, columns: 0, limit, afterReturn: false, begun: nothingBegun, delimiter });
		}
		// Also where the file has changed and there is no record any more: the row is that of another one.
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
}

/** Fills a batch that has begun; see `wasm/csv.ts`. */
function scanInto(batch: CellBatch, scan: Scan): number {
	const { from, last, columns, limit, afterReturn, begun, delimiter } = scan;
	const { base, length, stride, bounds, places, faults, capacity } = batch;
	const { scanner } = batch.machine;
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
	);
	batch.records = scanner.foundRecords.value;
	return stop;
}

function textsOf(row: CellBatch, columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => row.text(0, column));
}
