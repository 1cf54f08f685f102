import type { Bitset } from '../../common/bitset';
import { CodeCounter, CodedTexts, type Utf8Texts } from '../table/codedTexts';
import type { HeldDictionary, HeldValues } from '../table/fileIndex';
import { textOfNumber } from '../table/numberStore';
import type { CodedNumbers, NumberValues, RawValues } from '../table/table';

export class FinishedDictionary implements HeldDictionary {
	readonly kind = 'dictionary';
	private readonly coded: CodedTexts;
	private readonly counter = new CodeCounter();

	constructor(
		readonly codes: Uint8Array | Uint16Array,
		readonly bytes: Utf8Texts,
		readonly asNumbers?: CodedNumbers,
	) {
		this.coded = new CodedTexts(() => bytes);
	}

	get size(): number {
		return this.bytes.offsets.length - 1;
	}

	get empty(): number {
		return this.counts[0] ?? 0;
	}

	get counts(): Uint32Array {
		return this.counter.countsOf(this.codes, this.codes.length, this.size);
	}

	value(code: number): string {
		return this.coded.value(code);
	}

	getCode(value: string): number | undefined {
		return this.coded.getCode(value);
	}
}

export class FinishedNumbers implements NumberValues {
	readonly kind = 'number';

	constructor(
		readonly form: NumberValues['form'],
		readonly low: Uint32Array,
		readonly high: Uint32Array | undefined,
		readonly present: Bitset,
		readonly empty: number,
	) {}

	text(number: number): string {
		return textOfNumber(this, number);
	}
}

/** Column whose values must be read from the file. `present` marks the records that have a value. */
export class FinishedRaw implements RawValues {
	readonly kind = 'raw';

	constructor(
		readonly present: Bitset,
		readonly empty: number,
	) {}
}

export function bytesOfValues(values: HeldValues): number {
	switch (values.kind) {
		case 'dictionary':
			return values.codes.byteLength + values.bytes.text.byteLength + values.bytes.offsets.byteLength;
		case 'number':
			return values.low.byteLength + (values.high?.byteLength ?? 0) + values.present.bytes;
		case 'raw':
			return values.present.bytes;
	}
}
