import { grown } from '../../common/growth';
import type { Machine } from '../../scan/machine';
import { CodeCounter, CodedTexts } from './codedTexts';
import type { Cells, ColumnStore } from './columnStore';
import { Dictionary, maxCodes } from './dictionary';
import type { HeldDictionary } from './fileIndex';
import type { NumberValues } from './table';

export const numberForms = ['integer', 'dateTime'] as const;

/** So many different values tell something about those to come. */
const sampledValues = 8192;

export class DictionaryStore implements ColumnStore, HeldDictionary {
	readonly kind = 'dictionary';
	codes: Uint8Array | Uint16Array;
	private records = 0;
	/** While records are added; then `texts` is a copy of what it had. */
	private growing: Dictionary | undefined;
	private texts: Dictionary['texts'] | undefined;
	private filled = 0;
	/** With so many values it is looked again whether all of them are numbers. */
	private nextLook = sampledValues;
	private readonly coded = new CodedTexts(() => this.bytes);
	private readonly counter = new CodeCounter();

	/** @param expectNumbers By what is known of the column, all values are numbers or dates. */
	constructor(
		machine: Machine,
		json: boolean,
		capacity: number,
		private readonly expectNumbers = false,
	) {
		this.codes = new Uint8Array(capacity);
		this.growing = new Dictionary(machine, json);
	}

	get size(): number {
		return this.growing?.size ?? this.bytes.offsets.length - 1;
	}

	get empty(): number {
		return this.records - (this.growing?.filled ?? this.filled);
	}

	get counts(): Uint32Array {
		return this.counter.countsOf(this.codes, this.records, this.size);
	}

	value(code: number): string {
		return this.coded.value(code);
	}

	codeOf(value: string): number | undefined {
		return this.coded.codeOf(value);
	}

	/** The values as UTF-8; see `Dictionary.texts`. */
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

	/**
	 * Most values come up once or twice, and all of them are numbers or dates, as they should: that takes less time than a
	 * dictionary that goes on growing. Where they need not be, one that is none would cost the dictionary.
	 */
	private isOfNumbers(): boolean {
		const { size } = this;
		if (!this.expectNumbers || size < this.nextLook || 2 * size < this.records - this.empty) {
			return false;
		}
		this.nextLook = 2 * size;
		return numberForms.some((form) => this.numbers(form) !== undefined);
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
}
