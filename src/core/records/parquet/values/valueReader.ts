import type { SchemaElement } from 'hyparquet';
import { damaged, unsupported } from '../format/fault';
import { DeltaTexts, deltaIntegers } from './deltaReader';
import type { ChunkDictionary } from './dictionary';
import { PlainReader, type RawValue, type ValueReader } from './plainReader';
import { RunReader } from './runReader';
import { SplitReader } from './splitReader';

/** Number of bytes of the length field before run-length encoded booleans. */
const sizeBytes = 4;

/** Returns a reader for the values of a data page from offset `at`. Strings in the result are complete JSON texts. */
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
