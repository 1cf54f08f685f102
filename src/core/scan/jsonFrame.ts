import { closeBrace, closeBracket, colon, comma, lineFeed, openBrace, openBracket, quote } from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import { recordsMember } from '../common/jsonTokens';
import { faulty, nameOf, notWhole, skipValue, stringEnd } from './jsonSkip';

/**
 * Tells an object around a list of records from a record.
 * @returns Behind the bracket that opens the list, or `notWhole`, or `faulty` when it is a record.
 */
export function listWithin(bytes: Buffer, at: number): number {
	let index = at;
	do {
		index = spaceEnd(bytes, index + 1);
		const list = listAt(bytes, index);
		if (list !== undefined) {
			return list;
		}
		index = index < bytes.length ? memberEnd(bytes, index) : notWhole;
		if (index === notWhole) {
			return notWhole;
		}
	} while (index !== faulty && bytes[index] === comma);
	return bytes[index] === closeBrace ? faulty : listBehindFault(bytes, at);
}

/** Behind the opening bracket, if the member that begins here is the list of records. */
export function listAt(bytes: Buffer, at: number): number | undefined {
	const nameEnd = bytes[at] === quote ? stringEnd(bytes, at) : faulty;
	if (nameEnd < 0 || nameOf(bytes, at, nameEnd) !== recordsMember) {
		return undefined;
	}
	const separator = spaceEnd(bytes, nameEnd);
	const value = spaceEnd(bytes, separator + 1);
	if (bytes[separator] !== colon || bytes[value] !== openBracket) {
		return undefined;
	}
	const first = bytes[spaceEnd(bytes, value + 1)];
	return first === openBrace || first === closeBracket ? value + 1 : undefined;
}

/** At the comma or brace behind the member that begins here, or `notWhole`, or `faulty`. */
export function memberEnd(bytes: Buffer, at: number): number {
	if (bytes[at] !== quote) {
		return faulty;
	}
	const nameEnd = stringEnd(bytes, at);
	if (nameEnd < 0) {
		return nameEnd;
	}
	const separator = spaceEnd(bytes, nameEnd);
	if (separator < bytes.length && bytes[separator] !== colon) {
		return faulty;
	}
	const { end } = skipValue(bytes, separator + 1);
	const behind = end < 0 ? end : spaceEnd(bytes, end);
	return behind === bytes.length ? notWhole : behind;
}

/** In an object that is broken before its list, which is not searched where another line begins with a record. */
function listBehindFault(bytes: Buffer, at: number): number {
	let end = bytes.indexOf(lineFeed, at);
	while (end !== -1 && bytes[spaceEnd(bytes, end)] !== openBrace) {
		end = bytes.indexOf(lineFeed, end + 1);
	}
	const searched = end === -1 ? bytes : bytes.subarray(0, end);
	for (let index = searched.indexOf(`"${recordsMember}"`, at); index !== -1; ) {
		const list = listAt(bytes, index);
		if (list !== undefined) {
			return list;
		}
		index = searched.indexOf(`"${recordsMember}"`, index + 1);
	}
	return faulty;
}
