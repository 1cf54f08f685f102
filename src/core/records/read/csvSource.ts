import { Machine } from '../../scan/machine';
import { CellBatch } from '../table/cellBatch';
import { WorkSpace } from '../table/workSpace';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';

/** More cells than any header has; what is behind them is in the records' raw text. */
const maxColumns = 16_384;

const allCells = 0xffff_ffff;

/** Most records are shorter. */
const firstRoom = 32 * 1024;

/** Cuts a CSV by the rules that `CsvScan` counts by. */
export class CsvSource implements RecordSource {
	names: readonly string[] = [];
	found: CellBatch;
	closed = true;
	/** Cells of the header; 0 until it is found. */
	private columns = 0;
	private afterReturn = false;

	constructor(private readonly machine: Machine) {
		this.found = new CellBatch(machine, maxColumns, false, 1);
	}

	get moreColumns(): boolean {
		return this.columns > maxColumns;
	}

	scan(bytes: WorkSpace, from: number, last: boolean): number {
		const { found, machine, columns } = this;
		found.begin(bytes.base, bytes.length);
		const stop = scanInto(found, { from, last, columns, limit: allCells, afterReturn: this.afterReturn });
		this.afterReturn = machine.scanner.afterReturn.value !== 0;
		this.closed = stop === bytes.length;
		if (columns === 0 && found.records > 0) {
			this.takeHeader();
		}
		return stop;
	}

	decoders(): () => RecordDecoder {
		const { length } = this.names;
		return () => new CsvDecoder(length);
	}

	private takeHeader(): void {
		this.columns = this.machine.scanner.foundCells.value;
		this.names = textsOf(this.found, Math.min(this.columns, maxColumns));
		this.found = new CellBatch(this.machine, this.names.length, false);
	}
}

class CsvDecoder implements RecordDecoder {
	found = 0;
	private readonly machine = new Machine();
	private readonly row: CellBatch;
	private readonly bytes: WorkSpace;

	constructor(private readonly columns: number) {
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

	private locate(start: number, end: number, limit: number): void {
		const { row, bytes } = this;
		const to = Math.min(end, bytes.length);
		row.begin(bytes.base, to);
		if (start < to) {
			scanInto(row, { from: start, last: true, columns: 0, limit, afterReturn: false });
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
}

/** Fills a batch that has begun; see `wasm/csv.ts`. */
function scanInto(batch: CellBatch, { from, last, columns, limit, afterReturn }: Scan): number {
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
	);
	batch.records = scanner.foundRecords.value;
	return stop;
}

function textsOf(row: CellBatch, columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => row.text(0, column));
}
