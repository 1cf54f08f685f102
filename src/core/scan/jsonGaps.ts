import { carriageReturn, lineFeed, slash, space, star, tab } from '../../shared/ascii';
import type { JsonCodes } from '../../shared/jsonScanner';
import { byteOrderMark } from '../files/byteOrderMark';

/** Returned instead of an offset if the value continues after the available bytes. */
export const notWhole = -1;

/** Control character that precedes each record in a JSON text sequence (RFC 7464). */
export const recordSeparator = 0x1e;

/** Returns true if a byte is JSON white space (RFC 8259, section 2). */
export function isJsonSpace(byte: number): boolean {
	return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

export function spaceEnd(bytes: JsonCodes, start: number): number {
	let index = start;
	while (isJsonSpace(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}

/** Skips white space, comments, record separators, and byte order marks. Incomplete comments aren't skipped. */
export function gapEnd(bytes: JsonCodes, start: number, last = true): number {
	for (let index = spaceEnd(bytes, start); ; index = spaceEnd(bytes, index)) {
		const byte = bytes[index];
		if (byte === recordSeparator) {
			index++;
		} else if (byte === byteOrderMark[0] && beginsMark(bytes, index, byteOrderMark.length)) {
			index += byteOrderMark.length;
		} else {
			const end = byte === slash ? commentEnd(bytes, index, last) : index;
			if (end === index) {
				return index;
			}
			index = end;
		}
	}
}

/** Returns the result of `gapEnd`, or `notWhole` if the bytes end within a comment or a byte order mark. */
export function wholeGapEnd(codes: JsonCodes, start: number): number {
	const end = gapEnd(codes, start, false);
	return isGapCut(codes, end) ? notWhole : end;
}

export function isGapCut(bytes: JsonCodes, at: number): boolean {
	const byte = bytes[at];
	if (byte === slash) {
		const next = bytes[at + 1];
		return next === undefined || next === slash || next === star;
	}
	return byte === byteOrderMark[0] && beginsMark(bytes, at, bytes.length - at);
}

function beginsMark(bytes: JsonCodes, at: number, length: number): boolean {
	return byteOrderMark.subarray(0, length).every((byte, index) => bytes[at + index] === byte);
}

function commentEnd(bytes: JsonCodes, start: number, last: boolean): number {
	if (bytes[start + 1] === star) {
		let end = bytes.indexOf(slash, start + 3);
		while (end !== -1 && bytes[end - 1] !== star) {
			end = bytes.indexOf(slash, end + 1);
		}
		return end === -1 ? start : end + 1;
	}
	if (bytes[start + 1] !== slash) {
		return start;
	}
	let index = start + 2;
	while (index < bytes.length && bytes[index] !== lineFeed && bytes[index] !== carriageReturn) {
		index++;
	}
	return index < bytes.length || last ? index : start;
}
