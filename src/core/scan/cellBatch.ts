import { quote } from '../../shared/ascii';
import type { ScannerInstance } from './scannerInstance';

/** Maximum number of records in a batch. Cell positions of 14 columns then fit into the L1 and L2 caches (measured). */
const recordsOfBatch = 1024;

const cellsOfBatch = 2 * 1024 * 1024;
const minRecords = 16;

/** State of a record. The end of a `guessed` record is uncertain. An `extended` record has additional empty cells. */
export const cellFaults = { sound: 0, broken: 1, guessed: 2, unusual: 3, extended: 4 } as const;

/**
 * Cell positions of complete records in the memory of a scanner instance. Each record has a row of `stride` pairs in
 * `bounds`, which contain the start and end of each cell relative to `base`. The end is inverted (`~end`) if the bytes
 * differ from the value, for example because of escapes.
 */
export class CellBatch {
	records = 0;
	base = 0;
	length = 0;
	/**
	 * Address of the rows of cells. `places` is the address of the records' start and end offsets, and `faults` is the
	 * address of the records' states.
	 */
	bounds: number;
	readonly places: number;
	readonly faults: number;
	/** Address of the output buffer for one column, with two words and one byte for each record. */
	readonly out: number;

	capacity: number;
	private boundBytes: number;

	/** @param most Maximum number of records. With very many cells per record, the capacity is smaller */
	constructor(
		readonly instance: ScannerInstance,
		public stride: number,
		readonly json: boolean,
		private readonly most = recordsOfBatch,
	) {
		this.capacity = recordsFor(stride, most);
		const { capacity } = this;
		this.boundBytes = 8 * stride * capacity;
		this.bounds = instance.allocate(this.boundBytes);
		this.places = instance.allocate(8 * capacity);
		this.faults = instance.allocate(capacity);
		this.out = instance.allocate(9 * capacity);
	}

	get rowBytes(): number {
		return 8 * this.stride;
	}

	get row(): number {
		return this.bounds + this.rowBytes * this.records;
	}

	get full(): boolean {
		return this.records === this.capacity;
	}

	begin(base: number, length: number): void {
		this.records = 0;
		this.capacity = recordsFor(this.stride, this.most);
		this.base = base;
		this.length = length;
	}

	clearRow(): void {
		this.instance.words.fill(0, this.row / 4, (this.row + this.rowBytes) / 4);
	}

	add(start: number, end: number, state: keyof typeof cellFaults): void {
		const { words, bytes } = this.instance;
		const place = this.places / 4 + 2 * this.records;
		words[place] = start;
		words[place + 1] = end;
		bytes[this.faults + this.records] = cellFaults[state];
		this.records++;
	}

	remove(removed: ReadonlySet<number>): void {
		const { instance, rowBytes, bounds, places, faults } = this;
		const { bytes } = instance;
		let left = 0;
		for (let record = 0; record < this.records; record++) {
			if (removed.has(record)) {
				continue;
			}
			if (left < record) {
				bytes.copyWithin(bounds + rowBytes * left, bounds + rowBytes * record, bounds + rowBytes * (record + 1));
				bytes.copyWithin(places + 8 * left, places + 8 * record, places + 8 * (record + 1));
				bytes[faults + left] = bytes[faults + record] ?? 0;
			}
			left++;
		}
		this.records = left;
	}

	widen(stride: number): void {
		const { instance, rowBytes } = this;
		const capacity = Math.max(Math.min(this.records + 1, this.capacity), recordsFor(stride, this.most));
		const length = 8 * stride * capacity;
		const wider = instance.allocate(length);
		const { bytes } = instance;
		bytes.fill(0, wider, wider + length);
		for (let record = 0; record < Math.min(this.records + 1, capacity); record++) {
			const from = this.bounds + rowBytes * record;
			bytes.copy(bytes, wider + 8 * stride * record, from, from + rowBytes);
		}
		instance.release(this.bounds, this.boundBytes);
		this.bounds = wider;
		this.boundBytes = length;
		this.capacity = capacity;
		this.stride = stride;
	}

	/** Locates the value of a cell. The result is valid until the scanner instance is used again. */
	locate(record: number, column: number): { readonly start: number; readonly end: number } {
		const { scanner } = this.instance;
		const start = scanner.resolveCell(this.base, this.bounds + this.rowBytes * record + 8 * column, this.json);
		return { start, end: start + scanner.valueLength.value };
	}

	/** Returns false if a CSV cell's value can't have this length in bytes. This is faster than `locate`. */
	mayHaveLength(record: number, column: number, length: number): boolean {
		const { words } = this.instance;
		const bound = (this.bounds + this.rowBytes * record) / 4 + 2 * column;
		const start = words[bound] ?? 0;
		const end = words[bound + 1] ?? 0;
		if (end >> 31 === 0) {
			return end - start === length;
		}
		// A value can be shorter than its cell, because the cell may contain two enclosing quotes and doubled quotes.
		const cellLength = ~end - start;
		return cellLength >= length && cellLength <= 2 * length + 2;
	}

	columnAt(record: number, from: number, to: number): number | undefined {
		const { words } = this.instance;
		const first = (this.bounds + this.rowBytes * record) / 4;
		for (let bound = first; bound < first + 2 * this.stride; bound += 2) {
			const end = words[bound + 1] ?? 0;
			if ((words[bound] ?? 0) <= from && to <= (end >> 31 === 0 ? end : ~end)) {
				return (bound - first) / 2;
			}
		}
		return undefined;
	}

	/** Returns the alternating start and end offsets of the cells in a CSV record. Cells include their quotes. */
	cellsAsWritten(record: number, columns: number): number[] {
		const { words, bytes } = this.instance;
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
		return this.instance.bytes.toString('utf8', start, end);
	}
}

function recordsFor(stride: number, most: number): number {
	return Math.min(most, Math.max(minRecords, Math.floor(cellsOfBatch / stride)));
}
