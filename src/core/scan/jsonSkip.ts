import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import { isScalarByte, maxDepth } from '../common/jsonTokens';

/** In place of an end: the bytes end before the value does. */
export const notWhole = -1;

/** In place of an end: it is no JSON. */
export const faulty = -2;

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose';

interface Skipped {
	/** Behind the value, or `notWhole`, or `faulty`. */
	readonly end: number;
	/** Where it was seen not to be a value; the end of the bytes when it is not whole. */
	readonly fault: number;
	/** Where the string begins that was read last: it is the one that may have lost a quote. */
	readonly lastString: number;
}

/**
 * Finds the end of a value by its brackets, separators and quotes alone: bad escapes and raw control characters in
 * strings do not matter, nor what words and numbers say. Where `export/check/jsonScan.ts` finds a record whole, it ends here.
 * Beside the strict readers, since what is broken ends too, and what is known to be sound need not be judged again.
 */
export function skipValue(bytes: Buffer, start: number): Skipped {
	const open: number[] = [];
	let expected: Expected = 'value';
	let lastString = start;
	for (let index = spaceEnd(bytes, start); ; index = spaceEnd(bytes, index)) {
		const fault = { end: index >= bytes.length ? notWhole : faulty, fault: index, lastString };
		const byte = bytes[index];
		const startsValue = expected === 'value' || expected === 'valueOrClose';
		switch (byte) {
			case quote: {
				const isKey = expected === 'key' || expected === 'keyOrClose';
				if (!isKey && !startsValue) {
					return fault;
				}
				lastString = index;
				index = stringEnd(bytes, index);
				if (index === notWhole) {
					return { end: notWhole, fault: bytes.length, lastString };
				}
				if (isKey) {
					expected = 'colon';
					continue;
				}
				break;
			}
			case colon:
				if (expected !== 'colon') {
					return fault;
				}
				expected = 'value';
				index++;
				continue;
			case comma:
				if (expected !== 'commaOrClose') {
					return fault;
				}
				expected = open.at(-1) === openBrace ? 'key' : 'value';
				index++;
				continue;
			case openBrace:
			case openBracket:
				if (!startsValue || open.length === maxDepth) {
					return fault;
				}
				open.push(byte);
				expected = byte === openBrace ? 'keyOrClose' : 'valueOrClose';
				index++;
				continue;
			case closeBrace:
			case closeBracket: {
				const isObject = byte === closeBrace;
				const mayClose = expected === 'commaOrClose' || expected === (isObject ? 'keyOrClose' : 'valueOrClose');
				if (!mayClose || open.pop() !== (isObject ? openBrace : openBracket)) {
					return fault;
				}
				index++;
				break;
			}
			default: {
				const end = wordEnd(bytes, index);
				if (!startsValue || end === index) {
					return fault;
				}
				index = end;
			}
		}
		if (open.length === 0) {
			return { end: index, fault: index, lastString };
		}
		expected = 'commaOrClose';
	}
}

/** Behind the closing quote, or `notWhole`. */
export function stringEnd(bytes: Buffer, start: number): number {
	for (let index = start + 1; index < bytes.length; index++) {
		const byte = bytes[index];
		if (byte === quote) {
			return index + 1;
		}
		if (byte === backslash) {
			index++;
		}
	}
	return notWhole;
}

/** Behind what may be a number or a word. */
function wordEnd(bytes: Buffer, start: number): number {
	let index = start;
	while (isScalarByte(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}

/** The text of a name that is between these places, quotes included. */
export function nameOf(bytes: Buffer, start: number, end: number): string {
	try {
		return String(JSON.parse(bytes.toString('utf8', start, end)));
	} catch {
		return bytes.toString('utf8', start + 1, end - 1);
	}
}
