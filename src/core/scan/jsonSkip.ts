import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../common/ascii';
import { isScalarByte, maxDepth } from '../common/jsonTokens';
import { gapEnd, isGapCut } from './jsonGaps';

/** Special offset that means that the value continues after the end of the bytes. */
export const notWhole = -1;

/** Special offset that means that the text is not valid JSON. */
export const faulty = -2;

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose';

interface Skipped {
	readonly end: number;
	/** Offset at which an error was detected, or the end of the bytes if the value is incomplete. */
	readonly fault: number;
	/** Start of the last string. If the text lacks a quote, it is probably a quote of this string. */
	readonly lastString: number;
}

/** State that an incomplete search continues with. Offsets are relative to the start of the value. */
interface SkipPause {
	readonly offset: number;
	/** Brackets that are not closed yet. Not modified, because the search may continue from the same state again. */
	readonly open: readonly number[];
	readonly expected: Expected;
}

/** Lets a search in a long text pause after about `bytes`, so that other tasks can run. */
export interface Pausing {
	readonly bytes: number;
	pause: SkipPause | undefined;
	isPaused: boolean;
}

/**
 * Finds the end of a value by its brackets, separators and quotes alone, ignoring other errors. For every complete
 * record, the result is the same as in `export/check/jsonScan.ts`. Unlike the strict scanners, this function also finds
 * the end of broken values.
 */
export function skipValue(bytes: Buffer, start: number, pausing?: Pausing): Skipped {
	const { offset = 0, open: opened = [], expected: continued = 'value' } = pausing?.pause ?? {};
	const open = [...opened];
	let expected: Expected = continued;
	let lastString = start;
	const from = start + offset;
	for (let index = gapEnd(bytes, from); ; index = gapEnd(bytes, index)) {
		const isCut = index >= bytes.length || isGapCut(bytes, index);
		const fault = { end: isCut ? notWhole : faulty, fault: index, lastString };
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
				if (pausing && index - from > pausing.bytes) {
					pausing.pause = { offset: index - start, open, expected };
					pausing.isPaused = true;
					return { end: notWhole, fault: index, lastString };
				}
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

export function stringEnd(bytes: Buffer, start: number): number {
	for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
		let before = end - 1;
		while (before > start && bytes[before] === backslash) {
			before--;
		}
		// After an odd number of backslashes, the quote is escaped.
		if ((end - before) % 2 === 1) {
			return end + 1;
		}
	}
	return notWhole;
}

function wordEnd(bytes: Buffer, start: number): number {
	let index = start;
	while (isScalarByte(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}

export function getName(bytes: Buffer, start: number, end: number): string {
	try {
		return String(JSON.parse(bytes.toString('utf8', start, end)));
	} catch {
		return bytes.toString('utf8', start + 1, end - 1);
	}
}
