import { CellRows } from './cellBatch';
import { CsvCells, resolveCsv } from './csvCells';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';

/** More cells than any header has; what is behind them is in the records' raw text. */
const maxColumns = 16_384;

export class CsvSource implements RecordSource {
	names: readonly string[] = [];
	found = new CellRows(maxColumns, 1);
	closed = true;
	readonly resolve = resolveCsv;
	private cells = new CsvCells(0);
	private header = true;

	scan(bytes: Buffer, from: number, last: boolean): number {
		this.found.begin(bytes);
		const stop = this.cells.scan(this.found, from, last);
		this.closed = stop === bytes.length;
		if (this.header && this.found.records > 0) {
			this.takeHeader();
		}
		return stop;
	}

	decoder(): RecordDecoder {
		return new CsvDecoder(this.names.length);
	}

	private takeHeader(): void {
		this.header = false;
		this.cells = this.cells.behindHeader();
		this.names = valuesOf(this.found, Math.min(this.cells.columns, maxColumns));
		this.found = new CellRows(this.names.length);
	}
}

class CsvDecoder implements RecordDecoder {
	private readonly rows: CellRows;
	private readonly cells: CsvCells;

	constructor(private readonly columns: number) {
		this.rows = new CellRows(columns, 1);
		this.cells = new CsvCells(columns);
	}

	get found(): number {
		return this.cells.found;
	}

	decode(bytes: Buffer, start: number, end: number): string[] {
		this.rows.begin(bytes.subarray(0, end));
		this.cells.locate(this.rows, start, Number.POSITIVE_INFINITY);
		return valuesOf(this.rows, this.columns);
	}

	cell(bytes: Buffer, start: number, _end: number, column: number): CellPlace {
		// A line end or the end of the bytes stops the search as well as the record's end would.
		this.rows.begin(bytes);
		this.cells.locate(this.rows, start, column + 1);
		const from = this.rows.bounds[2 * column] ?? 0;
		const to = this.rows.bounds[2 * column + 1] ?? 0;
		if (to >= 0) {
			return { bytes, start: from, end: to };
		}
		const value = resolveCsv(bytes, from, ~to);
		return { bytes: value, start: 0, end: value.length };
	}
}

function valuesOf({ bytes, bounds }: CellRows, columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => {
		const start = bounds[2 * column] ?? 0;
		const end = bounds[2 * column + 1] ?? 0;
		return end >= 0 ? bytes.toString('utf8', start, end) : resolveCsv(bytes, start, ~end).toString();
	});
}
