import { Bitset } from './bitset';
import type { CellBatch, Resolve } from './cellBatch';
import { Dictionary, overflow, viewOf } from './dictionary';
import { grown } from './growth';
import { dateTimeReader, type Parts, type ReadNumber, readInteger, writeDateTime, writeInteger } from './numberForms';
import type { DictionaryValues, NumberValues, RawValues } from './table';

/** Which cells a store is to take: those of one column of a batch. */
export interface Cells {
	readonly batch: CellBatch;
	readonly column: number;
	/** Number of the batch's first record. */
	readonly first: number;
	readonly resolve: Resolve;
}

interface Store {
	/** Makes room for so many records. */
	reserve(records: number): void;
	/**
	 * Takes the cells from row `from` on.
	 * @returns The row that the store cannot take, or the number of rows.
	 */
	append(cells: Cells, from: number): number;
}

export class DictionaryStore implements Store, DictionaryValues {
	readonly kind = 'dictionary';
	codes: Uint8Array | Uint16Array;
	private records = 0;
	private readonly dictionary = new Dictionary();
	private counted = 0;
	private totals = new Uint32Array(256);

	constructor(capacity: number) {
		this.codes = new Uint8Array(capacity);
	}

	get size(): number {
		return this.dictionary.size;
	}

	get counts(): Uint32Array {
		if (this.totals.length < this.size) {
			this.totals = grown(this.totals, this.size, (length) => new Uint32Array(length));
		}
		const { codes, totals } = this;
		for (let record = this.counted; record < this.records; record++) {
			const code = codes[record] ?? 0;
			totals[code] = (totals[code] ?? 0) + 1;
		}
		this.counted = this.records;
		return totals.subarray(0, this.size);
	}

	value(code: number): string {
		return this.dictionary.value(code);
	}

	codeOf(value: string): number | undefined {
		return this.dictionary.find(value);
	}

	reserve(records: number): void {
		if (records > this.codes.length) {
			this.codes =
				this.codes instanceof Uint8Array
					? grown(this.codes, records, (length) => new Uint8Array(length))
					: grown(this.codes, records, (length) => new Uint16Array(length));
		}
	}

	append({ batch, column, first, resolve }: Cells, from: number): number {
		const { bytes, view, bounds, records, stride } = batch;
		const { dictionary } = this;
		let codes = this.codes;
		let slot = 2 * (from * stride + column);
		for (let row = from; row < records; row++, slot += 2 * stride) {
			const start = bounds[slot] ?? 0;
			const end = bounds[slot + 1] ?? 0;
			let code: number;
			if (end >= 0) {
				code = dictionary.add(bytes, view, start, end);
			} else {
				const value = resolve(bytes, start, ~end);
				code = dictionary.add(value, viewOf(value), 0, value.length);
			}
			if (code > 0xff && codes instanceof Uint8Array) {
				codes = new Uint16Array(codes);
				this.codes = codes;
			}
			if (code === overflow) {
				this.records = first + row;
				return row;
			}
			codes[first + row] = code;
		}
		this.records = first + records;
		return records;
	}
}

type Form = NumberValues['form'];

export class NumberStore implements Store, NumberValues {
	readonly kind = 'number';
	low: Uint32Array;
	high: Uint32Array | undefined;
	readonly present: Bitset;
	private records = 0;
	private filled = 0;
	private readonly read: ReadNumber;

	private constructor(
		readonly form: Form,
		capacity: number,
	) {
		this.low = new Uint32Array(capacity);
		this.present = new Bitset(capacity);
		this.read = readerOf(form);
	}

	/** A store of what a dictionary has so far; undefined when its values are not all written in one of the forms. */
	static from(values: DictionaryStore, records: number): NumberStore | undefined {
		const form = (['integer', 'dateTime'] as const).find((candidate) => fits(values, candidate));
		if (form === undefined || values.size === 1) {
			return undefined;
		}
		const store = new NumberStore(form, values.codes.length);
		const parts: Parts = { low: 0, high: 0 };
		const low = new Uint32Array(values.size);
		const high = new Uint32Array(values.size);
		for (let code = 1; code < values.size; code++) {
			const bytes = Buffer.from(values.value(code));
			store.read(bytes, 0, bytes.length, parts);
			low[code] = parts.low;
			high[code] = parts.high;
		}
		for (let record = 0; record < records; record++) {
			const code = values.codes[record] ?? 0;
			if (code !== 0) {
				store.set(record, low[code] ?? 0, high[code] ?? 0);
			}
		}
		store.records = records;
		return store;
	}

	get empty(): number {
		return this.records - this.filled;
	}

	text(number: number): string {
		if (!this.present.has(number)) {
			return '';
		}
		const low = this.low[number] ?? 0;
		return this.form === 'integer' ? writeInteger(low, this.high?.[number] ?? 0) : writeDateTime(low);
	}

	reserve(records: number): void {
		if (records > this.low.length) {
			this.low = grown(this.low, records, (length) => new Uint32Array(length));
			this.high &&= grown(this.high, records, (length) => new Uint32Array(length));
		}
	}

	append({ batch, column, first, resolve }: Cells, from: number): number {
		const { bytes, bounds, records, stride } = batch;
		const { read } = this;
		const parts: Parts = { low: 0, high: 0 };
		let slot = 2 * (from * stride + column);
		for (let row = from; row < records; row++, slot += 2 * stride) {
			const start = bounds[slot] ?? 0;
			const end = bounds[slot + 1] ?? 0;
			if (start === end) {
				continue;
			}
			let taken: boolean;
			if (end >= 0) {
				taken = read(bytes, start, end, parts);
			} else {
				const value = resolve(bytes, start, ~end);
				taken = read(value, 0, value.length, parts);
			}
			if (!taken) {
				this.records = first + row;
				return row;
			}
			this.set(first + row, parts.low, parts.high);
		}
		this.records = first + records;
		return records;
	}

	private set(record: number, low: number, high: number): void {
		this.low[record] = low;
		if (high !== 0) {
			this.high ??= new Uint32Array(this.low.length);
			this.high[record] = high;
		}
		this.present.add(record);
		this.filled++;
	}
}

export class RawStore implements Store, RawValues {
	readonly kind = 'raw';
	readonly present: Bitset;
	private records = 0;
	private filled = 0;

	private constructor(capacity: number) {
		this.present = new Bitset(capacity);
	}

	static from(values: DictionaryStore | NumberStore, records: number): RawStore {
		const store = new RawStore(records);
		for (let record = 0; record < records; record++) {
			if (values.kind === 'dictionary' ? values.codes[record] !== 0 : values.present.has(record)) {
				store.add(record);
			}
		}
		store.records = records;
		return store;
	}

	get empty(): number {
		return this.records - this.filled;
	}

	reserve(): void {
		// The bits grow by themselves.
	}

	append({ batch, column, first }: Cells, from: number): number {
		const { bounds, records, stride } = batch;
		let slot = 2 * (from * stride + column);
		for (let row = from; row < records; row++, slot += 2 * stride) {
			if (bounds[slot] !== bounds[slot + 1]) {
				this.add(first + row);
			}
		}
		this.records = first + records;
		return records;
	}

	private add(record: number): void {
		this.present.add(record);
		this.filled++;
	}
}

function readerOf(form: Form): ReadNumber {
	return form === 'integer' ? readInteger : dateTimeReader();
}

function fits(values: DictionaryStore, form: Form): boolean {
	const read = readerOf(form);
	const parts: Parts = { low: 0, high: 0 };
	for (let code = 1; code < values.size; code++) {
		const bytes = Buffer.from(values.value(code));
		if (!read(bytes, 0, bytes.length, parts)) {
			return false;
		}
	}
	return true;
}
