import type { SchemaElement } from 'hyparquet';
import { damaged, unsupported } from '../format/fault';
import { DeltaTexts, deltaIntegers } from './deltaReader';
import type { ChunkDictionary } from './dictionary';
import { type PhysicalType, PlainReader, type RawValue, readFixed, type ValueReader, valueBytes } from './plainReader';
import { RunReader } from './runReader';

/** Size in bytes of the length that precedes run-length encoded booleans. */
const sizeBytes = 4;

/** Reads the values of a data page from the offset `at`. If a value is a string, the string is already JSON. */
export function valueReader(
	encoding: string | undefined,
	page: Buffer,
	at: number,
	element: SchemaElement,
	dictionary: ChunkDictionary | undefined,
): ValueReader<RawValue | string> {
	const { type } = element;
	switch (encoding) {
		case 'PLAIN':
			return new PlainReader(page, at, element);
		case 'PLAIN_DICTIONARY':
		case 'RLE_DICTIONARY':
			if (!dictionary) {
				throw damaged('dictionary');
			}
			return dictionary.reader(page, at);
		case 'RLE':
			return flags(page, at, type);
		case 'DELTA_BINARY_PACKED':
			if (type !== 'INT32' && type !== 'INT64') {
				throw damaged('encoding');
			}
			return deltaIntegers(page, at, type);
		case 'DELTA_LENGTH_BYTE_ARRAY':
		case 'DELTA_BYTE_ARRAY':
			if (type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY') {
				throw damaged('encoding');
			}
			return new DeltaTexts(page, at, encoding === 'DELTA_BYTE_ARRAY');
		case 'BYTE_STREAM_SPLIT':
			return new SplitReader(page, at, element);
		default:
			throw unsupported(String(encoding));
	}
}

function flags(page: Buffer, at: number, type: string | undefined): ValueReader<boolean> {
	if (type !== 'BOOLEAN' || at + sizeBytes > page.length) {
		throw damaged('encoding');
	}
	const start = at + sizeBytes;
	const bits = new RunReader(page, start, Math.min(page.length, start + page.readUInt32LE(at)), 1);
	return { next: () => bits.next() === 1 };
}

/** Reads values with the encoding `BYTE_STREAM_SPLIT`: the first bytes of all values, then the second bytes, etc. */
class SplitReader implements ValueReader<RawValue> {
	private readonly width: number;
	private readonly count: number;
	private index = 0;

	constructor(
		private readonly bytes: Buffer,
		private readonly start: number,
		private readonly type: PhysicalType,
	) {
		const width = valueBytes(type);
		if (width === undefined) {
			throw unsupported('BYTE_STREAM_SPLIT');
		}
		this.width = width;
		this.count = Math.floor((bytes.length - start) / width);
	}

	next(): RawValue {
		if (this.index >= this.count) {
			throw damaged('values');
		}
		const value = Buffer.alloc(this.width);
		for (let byte = 0; byte < this.width; byte++) {
			value[byte] = this.bytes[this.start + byte * this.count + this.index] ?? 0;
		}
		this.index++;
		return readFixed(value, 0, this.type, this.width);
	}
}
