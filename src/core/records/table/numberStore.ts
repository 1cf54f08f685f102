import { formatCivil, fromUtc } from '../../../shared/civilTime';
import { Bitset } from '../../common/bitset';
import { grown } from '../../common/growth';
import type { Cells, ColumnStore } from './columnStore';
import { type DictionaryStore, numberForms } from './dictionaryStore';
import type { NumberValues } from './table';

export class NumberStore implements ColumnStore, NumberValues {
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

	static from(values: DictionaryStore, records: number): NumberStore | undefined {
		for (const form of numberForms) {
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
		return textOfNumber(this, number);
	}

	reserve(records: number): void {
		if (records > this.low.length) {
			this.low = grown(this.low, records, (length) => new Uint32Array(length));
			this.high &&= grown(this.high, records, (length) => new Uint32Array(length));
		}
	}

	append({ batch, column, first }: Cells, from: number): number {
		const { scanner, words } = batch.instance;
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
		this.mark(batch.instance.bytes, present, from, stop, first, scanner.numbersRead.value);
		this.records = first + stop;
		return stop;
	}

	/** @param present Address of one byte per row, which is set if the row has a value */
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

export function textOfNumber(values: Pick<NumberValues, 'form' | 'low' | 'high' | 'present'>, record: number): string {
	if (!values.present.has(record)) {
		return '';
	}
	const low = values.low[record] ?? 0;
	return values.form === 'integer' ? writeInteger(low, values.high?.[record] ?? 0) : writeDateTime(low);
}

function writeInteger(low: number, high: number): string {
	return high === 0 ? String(low) : String((BigInt(high) << 32n) | BigInt(low));
}

function writeDateTime(seconds: number): string {
	return formatCivil(fromUtc(seconds * 1000));
}
