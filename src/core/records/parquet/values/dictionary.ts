import { damaged, unsupported } from '../format/fault';
import { type PhysicalType, PlainReader, type RawValue, type ValueReader, valueBytes } from './plainReader';
import { RunReader } from './runReader';

/** Maximum number of values in a dictionary. Each value needs additional memory for its offset and text. */
const maxValues = 2_000_000;

const lengthBytes = 4;

/** Maximum size of a cached value in bytes. */
const longestCached = 1024 * 1024;

/** Memory that is left for cached text. The text of a value can be several times as long as its bytes in the file. */
export interface TextBudget {
	characters: number;
}

export class ChunkDictionary {
	private readonly offsets: Uint32Array;
	private readonly texts: (string | undefined)[] = [];

	constructor(
		private readonly bytes: Buffer,
		count: number,
		private readonly type: PhysicalType,
		private readonly write: (value: RawValue) => string,
		private readonly budget: TextBudget,
	) {
		if (count > maxValues) {
			throw unsupported('dictionary size');
		}
		this.offsets = offsetsOf(bytes, count, valueBytes(type));
	}

	/** Returns the text of a value, or the raw value if the text can't be cached. */
	get(code: number): RawValue | string {
		const known = this.texts[code];
		if (known !== undefined) {
			return known;
		}
		const at = this.offsets[code];
		if (at === undefined) {
			throw damaged('dictionary');
		}
		const value = new PlainReader(this.bytes, at, this.type).next();
		if (this.budget.characters <= 0 || (typeof value === 'object' && value.length > longestCached)) {
			return value;
		}
		const text = this.write(value);
		this.budget.characters -= text.length;
		this.texts[code] = text;
		return text;
	}

	/** Reads the codes in a data page. The first byte contains the number of bits per code. */
	reader(page: Buffer, start: number): ValueReader<RawValue | string> {
		const width = page[start] ?? 0;
		const codes = new RunReader(page, Math.min(page.length, start + 1), page.length, width);
		return { next: () => this.get(codes.next()) };
	}
}

function offsetsOf(bytes: Buffer, count: number, width: number | undefined): Uint32Array {
	if (width !== undefined) {
		if (count * width > bytes.length) {
			throw damaged('dictionary');
		}
		return Uint32Array.from({ length: count }, (_, index) => index * width);
	}
	const offsets = new Uint32Array(count);
	for (let index = 0, at = 0; index < count; index++) {
		if (at + lengthBytes > bytes.length) {
			throw damaged('dictionary');
		}
		offsets[index] = at;
		at += lengthBytes + bytes.readUInt32LE(at);
	}
	return offsets;
}
