import type { ColumnKind } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { numbersOfTexts } from '../indexFile/numbersOfTexts';
import { FinishedDictionary, FinishedNumbers, FinishedRaw } from '../indexFile/savedStores';
import { maxCodes } from '../table/dictionary';
import type { HeldDictionary, HeldValues, ValuesForm } from '../table/fileIndex';
import type { NumberValues } from '../table/table';

export interface ColumnOfFile {
	readonly first: number;
	readonly records: number;
	readonly from: { readonly form: ValuesForm; read(): HeldValues } | undefined;
}

/** Maximum size of the values in a merged dictionary, in bytes. Larger values are read from the files. */
const maxTextBytes = 16 * 1024 * 1024;

/**
 * Merges values into a dictionary. If there are too many values for a dictionary, merges them into numbers or, if they
 * aren't numbers of one form, into raw values.
 */
export function mergeValues(parts: readonly ColumnOfFile[], kind: ColumnKind): HeldValues {
	const last = parts.at(-1);
	const records = last ? last.first + last.records : 0;
	const [only] = parts;
	if (only?.from && parts.length === 1) {
		return only.from.read();
	}
	const form = kind === 'time' ? formOfMany(parts) : undefined;
	let merge: Merge = form ? new NumberMerge(form, records) : new DictionaryMerge(records);
	for (const part of parts) {
		const values = part.from?.read();
		if (values) {
			for (let next: Merge | undefined = merge; next; next = merge.add(values, part)) {
				merge = next;
			}
		}
	}
	return merge.end();
}

/** Number of values above which a merged dictionary would probably be discarded. */
const tooMany = 4 * maxCodes;

/** Returns the form of all numbers, or undefined if the forms differ or there may be few distinct values. */
function formOfMany(parts: readonly ColumnOfFile[]): NumberValues['form'] | undefined {
	const forms = parts.flatMap(({ from }) => (from ? [from.form] : []));
	const numbers = forms[0]?.numbers;
	const size = forms.reduce((sum, form) => sum + form.size, 0);
	return size > tooMany && forms.every((form) => form.numbers === numbers) ? numbers : undefined;
}

interface Merge {
	/** Adds the values of a partition, or returns another merge that must receive the values instead. */
	add(values: HeldValues, part: ColumnOfFile): Merge | undefined;
	end(): HeldValues;
}

class DictionaryMerge implements Merge {
	private codes: Uint8Array | Uint16Array;
	private readonly known = new Map([['', 0]]);
	private readonly texts: Buffer[] = [];
	private bytes = 0;
	private behind = 0;

	constructor(private readonly records: number) {
		this.codes = new Uint8Array(records);
	}

	add(values: HeldValues, part: ColumnOfFile): Merge | undefined {
		if (values.kind !== 'dictionary') {
			return this.other(values.kind === 'number' ? [values.form] : []);
		}
		const codes = this.codesOf(values);
		if (!codes) {
			return this.other(['integer', 'dateTime']);
		}
		this.put(values.codes, codes, part);
		this.behind = part.first + part.records;
		return undefined;
	}

	end(): HeldValues {
		const offsets = new Uint32Array(this.texts.length + 2);
		for (const [index, { length }] of this.texts.entries()) {
			offsets[index + 2] = (offsets[index + 1] ?? 0) + length;
		}
		return new FinishedDictionary(this.codes, { text: Buffer.concat(this.texts), offsets });
	}

	private codesOf(values: HeldDictionary): Uint16Array | undefined {
		const { known, texts } = this;
		const codes = new Uint16Array(values.size);
		const { text, offsets } = values.bytes;
		for (let code = 1; code < values.size; code++) {
			const value = values.value(code);
			let found = known.get(value);
			if (found === undefined) {
				found = known.size;
				this.bytes += (offsets[code + 1] ?? 0) - (offsets[code] ?? 0);
				if (found === maxCodes || this.bytes > maxTextBytes) {
					return undefined;
				}
				known.set(value, found);
				texts.push(Buffer.from(text.subarray(offsets[code], offsets[code + 1])));
			}
			codes[code] = found;
		}
		return codes;
	}

	private put(from: Uint8Array | Uint16Array, codes: Uint16Array, { first, records }: ColumnOfFile): void {
		if (this.codes instanceof Uint8Array && this.known.size > 256) {
			this.codes = new Uint16Array(this.codes);
		}
		const { codes: into } = this;
		if (codes.every((code, index) => code === index)) {
			into.set(from.subarray(0, records), first);
			return;
		}
		for (let record = 0; record < records; record++) {
			into[first + record] = codes[from[record] ?? 0] ?? 0;
		}
	}

	private other(forms: readonly NumberValues['form'][]): Merge {
		const whole = this.end() as HeldDictionary;
		const part: ColumnOfFile = { first: 0, records: this.behind, from: undefined };
		for (const form of forms) {
			const numbers = new NumberMerge(form, this.records);
			if (!numbers.add(whole, part)) {
				return numbers;
			}
		}
		const raw = new RawMerge(this.records);
		raw.add(whole, part);
		return raw;
	}
}

class NumberMerge implements Merge {
	private readonly low: Uint32Array;
	private high: Uint32Array | undefined;
	private readonly present: Bitset;
	private filled = 0;
	private behind = 0;

	constructor(
		private readonly form: NumberValues['form'],
		private readonly records: number,
	) {
		this.low = new Uint32Array(records);
		this.present = new Bitset(records);
	}

	add(values: HeldValues, part: ColumnOfFile): Merge | undefined {
		const { first, records } = part;
		if (values.kind === 'number' && values.form === this.form) {
			this.low.set(values.low.subarray(0, records), first);
			if (values.high) {
				this.highs.set(values.high.subarray(0, records), first);
			}
		} else {
			const numbers = values.kind === 'dictionary' ? numbersOfTexts(values, this.form) : undefined;
			if (values.kind !== 'dictionary' || !numbers) {
				return this.raw();
			}
			spread(values.codes, numbers.low, this.low, part);
			if (numbers.high) {
				spread(values.codes, numbers.high, this.highs, part);
			}
		}
		this.filled += records - values.empty;
		addPresent(this.present, values, part);
		this.behind = first + records;
		return undefined;
	}

	end(): HeldValues {
		return new FinishedNumbers(this.form, this.low, this.high, this.present, this.records - this.filled);
	}

	private get highs(): Uint32Array {
		this.high ??= new Uint32Array(this.low.length);
		return this.high;
	}

	private raw(): Merge {
		const raw = new RawMerge(this.records);
		raw.add(this.end(), { first: 0, records: this.behind, from: undefined });
		return raw;
	}
}

class RawMerge implements Merge {
	private readonly present: Bitset;

	constructor(private readonly records: number) {
		this.present = new Bitset(records);
	}

	add(values: HeldValues, part: ColumnOfFile): undefined {
		addPresent(this.present, values, part);
	}

	end(): HeldValues {
		return new FinishedRaw(this.present, this.records - this.present.count(this.records));
	}
}

function addPresent(present: Bitset, values: HeldValues, { first, records }: ColumnOfFile): void {
	if (values.empty === 0) {
		present.addRange(first, first + records);
		return;
	}
	for (let record = 0; record < records; record++) {
		if (values.kind === 'dictionary' ? values.codes[record] !== 0 : values.present.has(record)) {
			present.add(first + record);
		}
	}
}

function spread(codes: Uint8Array | Uint16Array, byCode: Uint32Array, into: Uint32Array, part: ColumnOfFile): void {
	const { first, records } = part;
	for (let record = 0; record < records; record++) {
		into[first + record] = byCode[codes[record] ?? 0] ?? 0;
	}
}
