import { quote } from '../common/ascii';
import type { Machine } from './machine';

/** How many records a batch has room for; measured: the bounds of 14 columns stay in the nearer caches. */
const recordsOfBatch = 1024;

/** How many cells it has room for, unless a few records have more. */
const cellsOfBatch = 2 * 1024 * 1024;
const minRecords = 16;

/**
 * By record, as one byte; the compiled scanner writes the first two. `guessed`: broken, and where it ends is what fits
 * best, as its text does not tell. `unusual`: sound, but for what the compiled scanner has not looked at.
 */
export const cellFaults = { sound: 0, broken: 1, guessed: 2, unusual: 3 } as const;

/**
 * Which bytes are the cells of some whole records, in a machine's memory. Scanners fill it, columns read it.
 *
 * Each record has a row of `stride` pairs in `bounds`: start and end of each cell, counted from `base`. The end is
 * inverted (`~end`) where the bytes are not the value itself, which is not empty then. The start of an empty cell is its
 * end.
 */
export class CellBatch {
	records = 0;
	/** Address of the bytes. */
	base = 0;
	/** How many there are. */
	length = 0;
	/** Addresses: of the rows, of start and end of each record, and of the byte of `faults` for each. */
	bounds: number;
	readonly places: number;
	readonly faults: number;
	/** Address of memory for what one column makes of a batch: two words and a byte for each record. */
	readonly out: number;

	/** How many records there is room for. */
	capacity: number;
	/** Length of the memory at `bounds`. */
	private boundBytes: number;

	/** @param most Records that there shall be room for, unless each has very many cells. */
	constructor(
		readonly machine: Machine,
		public stride: number,
		readonly json: boolean,
		private readonly most = recordsOfBatch,
	) {
		this.capacity = recordsFor(stride, most);
		const { capacity } = this;
		this.boundBytes = 8 * stride * capacity;
		this.bounds = machine.allocate(this.boundBytes);
		this.places = machine.allocate(8 * capacity);
		this.faults = machine.allocate(capacity);
		this.out = machine.allocate(9 * capacity);
	}

	get rowBytes(): number {
		return 8 * this.stride;
	}

	/** Address of the next record's row. */
	get row(): number {
		return this.bounds + this.rowBytes * this.records;
	}

	get full(): boolean {
		return this.records === this.capacity;
	}

	/** Empties it for the records of these bytes. */
	begin(base: number, length: number): void {
		this.records = 0;
		this.capacity = recordsFor(this.stride, this.most);
		this.base = base;
		this.length = length;
	}

	clearRow(): void {
		this.machine.words.fill(0, this.row / 4, (this.row + this.rowBytes) / 4);
	}

	/** The row that was filled is a record. */
	add(start: number, end: number, state: keyof typeof cellFaults): void {
		const { words, bytes } = this.machine;
		const place = this.places / 4 + 2 * this.records;
		words[place] = start;
		words[place + 1] = end;
		bytes[this.faults + this.records] = cellFaults[state];
		this.records++;
	}

	/** Gives every row, the one being filled too, room for more cells. There may be fewer rows then. */
	widen(stride: number): void {
		const { machine, rowBytes } = this;
		const capacity = Math.max(Math.min(this.records + 1, this.capacity), recordsFor(stride, this.most));
		const length = 8 * stride * capacity;
		const wider = machine.allocate(length);
		const { bytes } = machine;
		bytes.fill(0, wider, wider + length);
		for (let record = 0; record < Math.min(this.records + 1, capacity); record++) {
			const from = this.bounds + rowBytes * record;
			bytes.copy(bytes, wider + 8 * stride * record, from, from + rowBytes);
		}
		machine.release(this.bounds, this.boundBytes);
		this.bounds = wider;
		this.boundBytes = length;
		this.capacity = capacity;
		this.stride = stride;
	}

	/** Where a cell's value is; good until the machine is used again. */
	locate(record: number, column: number): { readonly start: number; readonly end: number } {
		const { scanner } = this.machine;
		const start = scanner.resolveCell(this.base, this.bounds + this.rowBytes * record + 8 * column, this.json);
		return { start, end: start + scanner.valueLength.value };
	}

	/** The column in whose cell some bytes are, as it is written but for its quotes where these are no part of the value. */
	columnAt(record: number, from: number, to: number): number | undefined {
		const { words } = this.machine;
		const first = (this.bounds + this.rowBytes * record) / 4;
		for (let bound = first; bound < first + 2 * this.stride; bound += 2) {
			const end = words[bound + 1] ?? 0;
			if ((words[bound] ?? 0) <= from && to <= (end >> 31 === 0 ? end : ~end)) {
				return (bound - first) / 2;
			}
		}
		return undefined;
	}

	/**
	 * Where the cells of a record of CSV stand, quotes and all: start and end of each in turn, counted from the record's
	 * start. Those that the record does not have are left out.
	 */
	cellsAsWritten(record: number, columns: number): number[] {
		const { words, bytes } = this.machine;
		const recordStart = words[this.places / 4 + 2 * record] ?? 0;
		const cells: number[] = [];
		const first = (this.bounds + this.rowBytes * record) / 4;
		for (let bound = first; bound < first + 2 * columns; bound += 2) {
			const start = words[bound] ?? 0;
			const end = words[bound + 1] ?? 0;
			if (start < recordStart) {
				break;
			}
			if (end >> 31 !== 0) {
				cells.push(start - recordStart, ~end - recordStart);
			} else {
				const quotes = start > recordStart && bytes[this.base + start - 1] === quote ? 1 : 0;
				cells.push(start - quotes - recordStart, end + quotes - recordStart);
			}
		}
		return cells;
	}

	text(record: number, column: number): string {
		const { start, end } = this.locate(record, column);
		return this.machine.bytes.toString('utf8', start, end);
	}
}

function recordsFor(stride: number, most: number): number {
	return Math.min(most, Math.max(minRecords, Math.floor(cellsOfBatch / stride)));
}
