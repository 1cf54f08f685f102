import { closeBrace, closeBracket, colon, comma, lineFeed, openBrace, openBracket, quote } from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import { gapEnd, isGapCut } from './jsonGaps';
import { faulty, getName, notWhole, type Pausing, skipValue, stringEnd } from './jsonSkip';

/** State of the search for the list of records. */
export interface ListSearch extends Pausing {
	/** Offset of the separator before the current member, relative to the start of the object. */
	done: number;
	/** State of the search within the value of the current member. */
	inner: ListSearch | undefined;
}

/** @param bytes Number of bytes to scan before a pause. */
export function newSearch(bytes: number): ListSearch {
	return { bytes, done: 0, inner: undefined, pause: undefined, isPaused: false };
}

/**
 * Returns the offset after the bracket of the list of records, or `faulty` if the object itself is a record.
 * @param search If given, the search can pause, and continues where it stopped.
 */
export function listWithin(bytes: Buffer, at: number, path: readonly string[], search?: ListSearch): number {
	const [name, ...rest] = path;
	const from = at + (search?.done ?? 0);
	let index = from;
	do {
		if (search) {
			if (index > from) {
				search.done = index - at;
				search.inner = undefined;
				search.pause = undefined;
			}
			search.isPaused = index - from > search.bytes;
			if (search.isPaused) {
				return notWhole;
			}
		}
		index = gapEnd(bytes, index + 1);
		const found = rest.length === 0 ? listAt(bytes, index, name) : listInMember(bytes, index, path, search);
		if (found !== undefined && found !== faulty) {
			return found;
		}
		index = index < bytes.length ? memberEnd(bytes, index, search) : notWhole;
		if (index === notWhole) {
			return notWhole;
		}
	} while (index !== faulty && bytes[index] === comma);
	return bytes[index] === closeBrace || rest.length > 0 ? faulty : listBehindFault(bytes, at, name);
}

/** Searches the value of the member at this offset if the path leads there. */
function listInMember(bytes: Buffer, at: number, [name, ...rest]: readonly string[], search?: ListSearch): number {
	// If the search paused while it skipped the value, the value was already searched.
	const value = search?.pause ? undefined : memberValue(bytes, at, name);
	if (value === undefined || bytes[value] !== openBrace) {
		return faulty;
	}
	if (!search) {
		return listWithin(bytes, value, rest);
	}
	search.inner ??= newSearch(search.bytes);
	const list = listWithin(bytes, value, rest, search.inner);
	search.isPaused = search.inner.isPaused;
	return list;
}

/** Returns the offset after the opening bracket if the member at this offset is the list of records. */
export function listAt(bytes: Buffer, at: number, name: string | undefined): number | undefined {
	const value = memberValue(bytes, at, name);
	if (value === undefined || bytes[value] !== openBracket) {
		return undefined;
	}
	const first = bytes[gapEnd(bytes, value + 1)];
	return first === openBrace || first === closeBracket ? value + 1 : undefined;
}

/** Returns the offset of the value if the member at this offset has this name. */
function memberValue(bytes: Buffer, at: number, name: string | undefined): number | undefined {
	const nameEnd = bytes[at] === quote ? stringEnd(bytes, at) : faulty;
	if (nameEnd < 0 || getName(bytes, at, nameEnd) !== name) {
		return undefined;
	}
	const separator = gapEnd(bytes, nameEnd);
	return bytes[separator] === colon ? gapEnd(bytes, separator + 1) : undefined;
}

export function memberEnd(bytes: Buffer, at: number, pausing?: Pausing): number {
	if (bytes[at] !== quote) {
		return faulty;
	}
	const nameEnd = stringEnd(bytes, at);
	if (nameEnd < 0) {
		return nameEnd;
	}
	const separator = gapEnd(bytes, nameEnd);
	if (bytes[separator] !== colon) {
		return isCut(bytes, separator) ? notWhole : faulty;
	}
	const { end } = skipValue(bytes, separator + 1, pausing);
	const behind = end < 0 ? end : gapEnd(bytes, end);
	return isCut(bytes, behind) ? notWhole : behind;
}

function isCut(bytes: Buffer, at: number): boolean {
	return at === bytes.length || isGapCut(bytes, at);
}

/** Finds the list in an object with an error before the list. The search stops at a line that starts with a record. */
function listBehindFault(bytes: Buffer, at: number, name = ''): number {
	let end = bytes.indexOf(lineFeed, at);
	while (end !== -1 && bytes[spaceEnd(bytes, end)] !== openBrace) {
		end = bytes.indexOf(lineFeed, end + 1);
	}
	const searched = end === -1 ? bytes : bytes.subarray(0, end);
	for (let index = searched.indexOf(`"${name}"`, at); index !== -1; ) {
		const list = listAt(bytes, index, name);
		if (list !== undefined) {
			return list;
		}
		index = searched.indexOf(`"${name}"`, index + 1);
	}
	return faulty;
}
