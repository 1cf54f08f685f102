import { CellBatch } from './cellBatch';
import { Machine } from './machine';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';
import { WorkSpace } from './workSpace';

/** More cells than any header has; what is behind them is in the records' raw text. */
const maxColumns = 16_384;

const allCells = 0xffff_ffff;

/** Cuts a CSV by the rules that `CsvScan` counts by. */
/** Most records are shorter. */
const firstRoom = 32 * 1024;

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

	scan(bytes: WorkSpace, from: number, last: boolean): number {
		const { found, machine } = this;
		const { scanner } = machine;
		found.begin(bytes.base, bytes.length);
		const { base, length, stride, bounds, places, faults, capacity } = found;
		const stop = scanner.scanCsv(
			base,
			from,
			length,
			last,
			this.columns,
			stride,
			bounds,
			places,
			faults,
			capacity,
			this.afterReturn,
		);
		found.records = scanner.foundRecords.value;
		this.afterReturn = scanner.afterReturn.value !== 0;
		this.closed = stop === length;
		if (this.columns === 0 && found.records > 0) {
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
		this.row.begin(this.bytes.base, bytes.length);
	}

	decode(start: number, end: number): string[] {
		this.machine.scanner.locateCsv(this.row.base, start, end, this.row.stride, this.row.bounds, allCells);
		this.found = this.machine.scanner.foundCells.value;
		return textsOf(this.row, this.columns);
	}

	cell(start: number, end: number, column: number): CellPlace {
		this.machine.scanner.locateCsv(this.row.base, start, end, this.row.stride, this.row.bounds, column + 1);
		const place = this.row.locate(0, column);
		return { bytes: this.machine.bytes, start: place.start, end: place.end };
	}
}

function textsOf(row: CellBatch, columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => row.text(0, column));
}
