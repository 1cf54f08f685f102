import { closeBrace, closeBracket, comma, lineFeed, openBrace } from '../ascii';
import { isJsonSpace, spaceEnd } from '../jsonSpace';
import { notWhole } from './jsonValues';

/**
 * Where a record that is no JSON ends, so that reading goes on behind it. There is no rule for that: these are the
 * places where the next record is most likely to begin.
 */

/**
 * Among the elements of a list: before the comma or bracket behind the brace that is followed by another record or by
 * the end of the list.
 * @param start Of the broken record. @param fault Where it was seen to be broken.
 */
export function brokenElementEnd(bytes: Buffer, start: number, fault: number): number {
	if (bytes[start] !== openBrace) {
		return firstOf(bytes, start + 1, (byte) => byte === comma || byte === closeBracket);
	}
	if (fault > start && bytes[fault] === closeBracket) {
		// The closing brace is missing at the end of the list.
		return fault;
	}
	const before = spaceStart(bytes, fault);
	if (bytes[fault] === openBrace && before > start && bytes[before - 1] === comma) {
		// The closing brace is missing in front of another record.
		return before - 1;
	}
	for (let index = fault; index < bytes.length; index++) {
		if (bytes[index] === closeBrace) {
			const next = spaceEnd(bytes, index + 1);
			if (bytes[next] === closeBracket || (bytes[next] === comma && bytes[spaceEnd(bytes, next + 1)] === openBrace)) {
				return index + 1;
			}
		}
	}
	return notWhole;
}

/** Where there is one record on a line: at the end of the line. */
export function brokenLineEnd(bytes: Buffer, start: number, fault: number): number {
	if (bytes[fault] === openBrace) {
		// The line ended too early, and the next record has begun.
		const before = spaceStart(bytes, fault);
		const lineEnd = bytes.indexOf(lineFeed, before);
		if (before > start && lineEnd !== -1 && lineEnd < fault) {
			return before;
		}
	}
	return firstOf(bytes, fault, (byte) => byte === lineFeed);
}

function firstOf(bytes: Buffer, start: number, matches: (byte: number) => boolean): number {
	for (let index = start; index < bytes.length; index++) {
		if (matches(bytes[index] ?? 0)) {
			return index;
		}
	}
	return notWhole;
}

/** Behind the last byte before `end` that is no white space. */
function spaceStart(bytes: Buffer, end: number): number {
	let index = end;
	while (isJsonSpace(bytes[index - 1] ?? 0)) {
		index--;
	}
	return index;
}
