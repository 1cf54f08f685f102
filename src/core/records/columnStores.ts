import { Bitset } from './bitset';
import type { CellBatch } from './cellBatch';
import { Dictionary, maxCodes } from './dictionary';
import { grown } from './growth';
import type { Machine } from './machine';
import { writeDateTime, writeInteger } from './numberForms';
import type { DictionaryValues, NumberValues, RawValues } from './table';

/** Which cells a store is to take: those of one column of a batch. */
export interface Cells {
	readonly batch: CellBatch;
	readonly column: number;
	/** Number of the batch's first record. */
	readonly first: number;
	/** How many records there will be, as far as that can be told; never too many. */
	readonly expected: number;
}

/** So many different values tell something about those to come. */
const sampledValues = 8192;

interface Store {
	/** Makes room for so many records. */
	reserve(records: number): void;
	/**
	 * Takes the cells from row `from` on.
	 * @returns The row that the store cannot or should not take, or the number of rows.
	 */
	append(cells: Cells, from: number): number;
}

export class DictionaryStore implements Store, DictionaryValues {
	readonly kind = 'dictionary';
	codes: Uint8Array | Uint16Array;
	private records = 0;
	/** While records are added; then `texts` is a copy of what it had. */
	private growing: Dictionary | undefined;
	private texts: Dictionary['texts'] | undefined;
	private filled = 0;
	private readonly strings = [''];
	private counted = 0;
	private totals = new Uint32Array(256);
	private readonly byValue = new Map<string, number>();

	constructor(machine: Machine, json: boolean, capacity: number) {
		this.codes = new Uint8Array(capacity);
		this.growing = new Dictionary(machine, json);
	}

	get size(): number {
		return this.growing?.size ?? this.looked.offsets.length - 1;
	}

	get empty(): number {
		return this.records - (this.growing?.filled ?? this.filled);
	}

	get counts(): Uint32Array {
		const { codes, size } = this;
		if (this.totals.length < size) {
			this.totals = grown(this.totals, 2 * size, (length) => new Uint32Array(length));
		}
		const { totals } = this;
		for (let record = this.counted; record < this.records; record++) {
			const code = codes[record] ?? 0;
			totals[code] = (totals[code] ?? 0) + 1;
		}
		this.counted = this.records;
		return totals.subarray(0, size);
	}

	value(code: number): string {
		let text = this.strings[code];
		if (text === undefined) {
			const { text: all, offsets } = this.looked;
			text = all.toString('utf8', offsets[code], offsets[code + 1]);
			this.strings[code] = text;
		}
		return text;
	}

	codeOf(value: string): number | undefined {
		for (let code = this.byValue.size; code < this.size; code++) {
			this.byValue.set(this.value(code), code);
		}
		return this.byValue.get(value);
	}

	reserve(records: number): void {
		if (records > this.codes.length) {
			this.codes =
				this.codes instanceof Uint8Array
					? grown(this.codes, records, (length) => new Uint8Array(length))
					: grown(this.codes, records, (length) => new Uint16Array(length));
		}
	}

	append({ batch, column, first, expected }: Cells, from: number): number {
		const { dictionary } = this;
		if (this.isHopeless(first + from, expected)) {
			return from;
		}
		const { out } = batch;
		for (let row = from; ; ) {
			const width = this.codes instanceof Uint8Array ? 1 : 2;
			const stop = dictionary.encode(batch, column, row, out, width);
			const { buffer } = batch.machine.bytes;
			const made =
				width === 1
					? new Uint8Array(buffer, out + row, stop.row - row)
					: new Uint16Array(buffer, out + 2 * row, stop.row - row);
			this.codes.set(made, first + row);
			this.records = first + stop.row;
			if (stop.end !== 'needsWidth') {
				return stop.row;
			}
			this.codes = new Uint16Array(this.codes);
			row = stop.row;
		}
	}

	/**
	 * Almost every value so far was new, and at that rate there will be too many: better to give up before the memory and
	 * the time for all of them are spent.
	 */
	private isHopeless(records: number, expected: number): boolean {
		const { size } = this;
		if (size < sampledValues || size * expected < 1.2 * maxCodes * records) {
			return false;
		}
		return size > 0.9 * (records - this.empty);
	}

	/** All values as numbers, by code; undefined when they are not all in this form. */
	numbers(form: NumberValues['form']) {
		return this.dictionary.numbers(form === 'dateTime');
	}

	/** No more is added: what is needed is kept, and the machine's memory is not. */
	settle(): void {
		const { filled, texts } = this.dictionary;
		this.filled = filled;
		this.texts = { text: Buffer.from(texts.text), offsets: texts.offsets.slice() };
		this.growing = undefined;
	}

	/** Another store has taken its place; whoever holds this one can still read it. */
	retire(): void {
		const { dictionary } = this;
		this.settle();
		dictionary.release();
	}

	private get dictionary(): Dictionary {
		if (!this.growing) {
			throw new Error('the dictionary is finished');
		}
		return this.growing;
	}

	private get looked(): Dictionary['texts'] {
		return this.texts ?? this.dictionary.texts;
	}
}

export class NumberStore implements Store, NumberValues {
	readonly kind = 'number';
	low: Uint32Array;
	high: Uint32Array | undefined;
	readonly present: Bitset;
	private records = 0;
	private filled = 0;

	private constructor(
		readonly form: NumberValues['form'],
		capacity: number,
	) {
		this.low = new Uint32Array(capacity);
		this.present = new Bitset(capacity);
	}

	/** A store of what a dictionary has so far; undefined when its values are not all written in one of the forms. */
	static from(values: DictionaryStore, records: number): NumberStore | undefined {
		for (const form of ['integer', 'dateTime'] as const) {
			const numbers = values.numbers(form);
			if (numbers) {
				const store = new NumberStore(form, values.codes.length);
				store.takeCodes(values.codes, numbers.low, numbers.high, records);
				return store;
			}
		}
		return undefined;
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

	append({ batch, column, first }: Cells, from: number): number {
		const { scanner, words } = batch.machine;
		const { base, records: rows, bounds, rowBytes, capacity, json, out } = batch;
		const high = out + 4 * capacity;
		const present = high + 4 * capacity;
		const dates = this.form === 'dateTime';
		const stop = scanner.readNumbers(dates, base, bounds + 8 * column, rowBytes, from, rows, out, high, present, json);
		this.low.set(words.subarray(out / 4 + from, out / 4 + stop), first + from);
		if (scanner.numbersLarge.value !== 0) {
			this.high ??= new Uint32Array(this.low.length);
		}
		this.high?.set(words.subarray(high / 4 + from, high / 4 + stop), first + from);
		this.mark(batch.machine.bytes, present, from, stop, first, scanner.numbersRead.value);
		this.records = first + stop;
		return stop;
	}

	/** @param present Address of a byte for each row. @param count How many of these rows are present. */
	private mark(bytes: Buffer, present: number, from: number, stop: number, first: number, count: number): void {
		this.filled += count;
		if (count === stop - from) {
			this.present.addRange(first + from, first + stop);
			return;
		}
		for (let row = from; row < stop; row++) {
			if (bytes[present + row] === 1) {
				this.present.add(first + row);
			}
		}
	}

	private takeCodes(codes: Uint8Array | Uint16Array, low: Uint32Array, high: Uint32Array, records: number): void {
		if (high.some((part) => part !== 0)) {
			this.high = new Uint32Array(codes.length);
		}
		for (let record = 0; record < records; record++) {
			const code = codes[record] ?? 0;
			if (code !== 0) {
				this.low[record] = low[code] ?? 0;
				if (this.high) {
					this.high[record] = high[code] ?? 0;
				}
				this.present.add(record);
				this.filled++;
			}
		}
		this.records = records;
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
		const { words } = batch.machine;
		const step = 2 * batch.stride;
		let bound = batch.bounds / 4 + from * step + 2 * column;
		for (let row = from; row < batch.records; row++, bound += step) {
			if (words[bound] !== words[bound + 1]) {
				this.add(first + row);
			}
		}
		this.records = first + batch.records;
		return batch.records;
	}

	private add(record: number): void {
		this.present.add(record);
		this.filled++;
	}
}
