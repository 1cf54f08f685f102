import { carriageReturn, lineFeed, slash, star } from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import { byteOrderMark } from '../files/byteOrderMark';

/** Control character before each record of a JSON text sequence (RFC 7464). */
export const recordSeparator = 0x1e;

/**
 * Returns the offset after white space, comments, record separators and byte order marks. An incomplete comment at the
 * end of the bytes is not skipped.
 */
export function gapEnd(bytes: Buffer, start: number, last = true): number {
	for (let index = spaceEnd(bytes, start); ; index = spaceEnd(bytes, index)) {
		const byte = bytes[index];
		if (byte === recordSeparator) {
			index++;
		} else if (byte === byteOrderMark[0] && beginsMark(bytes, index)) {
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

/** Whether the bytes end within a comment or a byte order mark, so that more bytes are needed to skip it. */
export function isGapCut(bytes: Buffer, at: number): boolean {
	const byte = bytes[at];
	if (byte === slash) {
		const next = bytes[at + 1];
		return next === undefined || next === slash || next === star;
	}
	return byte === byteOrderMark[0] && byteOrderMark.subarray(0, bytes.length - at).equals(bytes.subarray(at, at + 3));
}

function beginsMark(bytes: Buffer, at: number): boolean {
	return byteOrderMark.equals(bytes.subarray(at, at + byteOrderMark.length));
}

/** Returns the offset after the comment, or the same offset if there is no complete comment. */
function commentEnd(bytes: Buffer, start: number, last: boolean): number {
	if (bytes[start + 1] === star) {
		const end = bytes.indexOf('*/', start + 2);
		return end === -1 ? start : end + 2;
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
