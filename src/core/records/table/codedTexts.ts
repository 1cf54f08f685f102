import { isAscii } from 'node:buffer';
import { grown } from '../../common/growth';

/** UTF-8 strings in a single buffer, with the start offset of each string and the end offset of the last string. */
export interface Utf8Texts {
	readonly text: Buffer;
	readonly offsets: Uint32Array;
}

/** Converts codes to strings and strings to codes. Code 0 is the empty string. */
export class CodedTexts {
	private readonly strings = [''];
	private readonly byText = new Map<string, number>();

	/** @param texts Called on each access, because strings may have been added in the meantime */
	constructor(private readonly texts: () => Utf8Texts) {}

	value(code: number): string {
		let text = this.strings[code];
		if (text === undefined) {
			const { text: all, offsets } = this.texts();
			text = all.toString('utf8', offsets[code], offsets[code + 1]);
			this.strings[code] = text;
		}
		return text;
	}

	getCode(text: string): number | undefined {
		const size = this.texts().offsets.length - 1;
		for (let code = this.byText.size; code < size; code++) {
			this.byText.set(this.value(code), code);
		}
		return this.byText.get(text);
	}
}

/** Converts codes to strings that no longer change. Optimized for callers that read all strings. */
export class DecodedTexts {
	private readonly whole: string | undefined;

	constructor(private readonly texts: Utf8Texts) {
		const { text } = texts;
		this.whole = isAscii(text) ? text.toString('latin1') : undefined;
	}

	get size(): number {
		return this.texts.offsets.length - 1;
	}

	value(code: number): string {
		const { text, offsets } = this.texts;
		const start = offsets[code] ?? 0;
		const end = offsets[code + 1] ?? start;
		return this.whole === undefined ? text.toString('utf8', start, end) : this.whole.slice(start, end);
	}
}

export class CodeCounter {
	private counted = 0;
	private totals = new Uint32Array();

	countsOf(codes: Uint8Array | Uint16Array, records: number, size: number): Uint32Array {
		if (this.totals.length < size) {
			this.totals = grown(this.totals, 2 * size, (length) => new Uint32Array(length));
		}
		const { totals } = this;
		for (let record = this.counted; record < records; record++) {
			const code = codes[record] ?? 0;
			totals[code] = (totals[code] ?? 0) + 1;
		}
		this.counted = records;
		return totals.subarray(0, size);
	}
}
