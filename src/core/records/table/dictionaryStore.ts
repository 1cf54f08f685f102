import { grown } from '../../common/growth';
import type { ScannerInstance } from '../../scan/scannerInstance';
import { CodeCounter, CodedTexts } from './codedTexts';
import type { Cells, ColumnStore } from './columnStore';
import { Dictionary, maxCodes } from './dictionary';
import type { HeldDictionary } from './fileIndex';
import type { NumberValues } from './table';

export const numberForms = ['integer', 'dateTime'] as const;

/** Below this number of distinct values, the store doesn't check whether another form of storage is better. */
const sampledValues = 8192;

export class DictionaryStore implements ColumnStore, HeldDictionary {
	readonly kind = 'dictionary';
	codes: Uint8Array | Uint16Array;
	private records = 0;
	/** Dictionary that receives values. Undefined as soon as `texts` contains a copy of its values. */
	private growing: Dictionary | undefined;
	private texts: Dictionary['texts'] | undefined;
	private filled = 0;
	/** Number of distinct values at which the store checks again whether all of them are numbers. */
	private nextCheckSize = sampledValues;
	private readonly coded = new CodedTexts(() => this.bytes);
	private readonly counter = new CodeCounter();

	constructor(
		instance: ScannerInstance,
		json: boolean,
		capacity: number,
		private readonly expectNumbers = false,
	) {
		this.codes = new Uint8Array(capacity);
		this.growing = new Dictionary(instance, json);
	}

	get size(): number {
		return this.growing?.size ?? this.bytes.offsets.length - 1;
	}

	get empty(): number {
		return this.records - (this.growing?.filled ?? this.filled);
	}

	/** Whether a nonempty value occurs in several records. */
	get repeats(): boolean {
		return this.records - this.empty > this.size - 1;
	}

	get counts(): Uint32Array {
		return this.counter.countsOf(this.codes, this.records, this.size);
	}

	value(code: number): string {
		return this.coded.value(code);
	}

	getCode(value: string): number | undefined {
		return this.coded.getCode(value);
	}

	get bytes(): Dictionary['texts'] {
		return this.texts ?? this.dictionary.texts;
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
		if (this.isHopeless(first + from, expected) || this.isOfNumbers()) {
			return from;
		}
		const { out } = batch;
		for (let row = from; ; ) {
			const width = this.codes instanceof Uint8Array ? 1 : 2;
			const stop = dictionary.encode(batch, column, row, out, width);
			const { buffer } = batch.instance.bytes;
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

	/** Returns true if almost all values are different, so that discarding the dictionary saves memory and time. */
	private isHopeless(records: number, expected: number): boolean {
		const { size } = this;
		if (size < sampledValues || size * expected < 1.2 * maxCodes * records) {
			return false;
		}
		return size > 0.9 * (records - this.empty);
	}

	/** Returns true if all values are numbers and most of them differ, so that storing the numbers saves memory. */
	private isOfNumbers(): boolean {
		const { size } = this;
		if (!this.expectNumbers || size < this.nextCheckSize || 2 * size < this.records - this.empty) {
			return false;
		}
		this.nextCheckSize = 2 * size;
		return numberForms.some((form) => this.numbers(form) !== undefined);
	}

	numbers(form: NumberValues['form']) {
		return this.dictionary.numbers(form === 'dateTime');
	}

	settle(): void {
		const { filled, texts } = this.dictionary;
		this.filled = filled;
		this.texts = { text: Buffer.from(texts.text), offsets: texts.offsets.slice() };
		this.growing = undefined;
	}

	/** Called when another store replaces this one. Queries may continue to read this store. */
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
}
