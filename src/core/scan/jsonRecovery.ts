import {
	carriageReturn,
	closeBrace,
	closeBracket,
	colon,
	comma,
	lineFeed,
	openBrace,
	openBracket,
	quote,
} from '../../shared/ascii';
import { gapEnd, isGapCut, isJsonSpace, notWhole, recordSeparator, spaceEnd } from './jsonGaps';
import { skipValue, stringEnd } from './jsonSkip';

const maxName = 1024;

/** Result of a check. `unknown` means that the check needs more bytes. */
export type RecoveredPiece = boolean | 'unknown';

export interface Surroundings {
	readonly bytes: Buffer;
	readonly last: boolean;
	readonly list: 'bare' | 'wrapped' | undefined;
	readonly depth: number;
	readonly startsLine: boolean;
	/** Returns true if earlier records contain a member with the name in the given range, which includes the quotes. */
	isName(start: number, end: number): boolean;
	readonly nameless: boolean;
}

interface RecordEnd {
	/** End offset of the record, or `notWhole` if more bytes are needed or no further record was found. */
	readonly end: number;
	/** True if the end is uncertain, because the record is broken and another record seems to start there. */
	readonly guessed: boolean;
}

/**
 * Finds the end of a record whose brackets or quotes may be broken. The record ends before text that looks like another
 * record, or at the end of the list.
 */
export function brokenEnd(at: number, around: Surroundings): RecordEnd {
	const { bytes, last, list } = around;
	const { end, fault, lastString } = skipValue(bytes, at);
	if (end === notWhole && !last) {
		return { end, guessed: false };
	}
	const follows = end < 0 ? false : mayEnd(end, around);
	if (follows === 'unknown') {
		return { end: notWhole, guessed: false };
	}
	if (follows) {
		return { end, guessed: false };
	}
	const from = end === notWhole ? at : end < 0 ? lastString : end;
	const guess = list ? nextInList(at, from, fault, around) : nextOutside(at, from, around);
	// An incomplete record at the end of the file is treated as truncated unless another record seems to start inside it.
	const cut = end === notWhole || !last;
	return { end: guess !== notWhole || cut ? guess : bytes.length, guessed: true };
}

export function mayEnd(end: number, around: Surroundings): RecoveredPiece {
	const { bytes, last, list } = around;
	const next = gapEnd(bytes, end, last);
	const byte = bytes[next];
	if (!last && isGapCut(bytes, next)) {
		return 'unknown';
	}
	switch (byte) {
		case undefined:
			return last || 'unknown';
		case comma:
		case openBrace:
			return true;
		case closeBracket:
			return list ? listEnds(next, around) : false;
		default:
			return list === undefined && bytes.subarray(end, next).some(isLineEnd);
	}
}

export function listEnds(bracket: number, around: Surroundings): RecoveredPiece {
	const { bytes, last, list } = around;
	const next = gapEnd(bytes, bracket + 1, last);
	if (!last && isGapCut(bytes, next)) {
		return 'unknown';
	}
	switch (bytes[next]) {
		case undefined:
			return last || 'unknown';
		case comma:
			return list === 'wrapped' && answerGoesOn(spaceEnd(bytes, next + 1), around);
		case closeBrace:
			return list === 'wrapped' && answerEnds(next, around);
		default:
			return list === 'bare' && endsOrBegins(bytes, next, last);
	}
}

/** Returns true if the next member belongs to the response object and not to a record that contains a list. */
function answerGoesOn(at: number, { bytes, last, isName }: Surroundings): RecoveredPiece {
	const begins = memberBegins(bytes, at, last);
	return begins === true ? !isName(at, stringEnd(bytes, at)) : begins;
}

export function answerEnds(brace: number, around: Surroundings): RecoveredPiece {
	const { bytes, last, depth } = around;
	const next = gapEnd(bytes, brace + 1, last);
	if (!last && isGapCut(bytes, next)) {
		return 'unknown';
	}
	if (depth > 1 && bytes[next] === closeBrace) {
		return answerEnds(next, { ...around, depth: depth - 1 });
	}
	return depth > 1 && bytes[next] === comma
		? memberBegins(bytes, spaceEnd(bytes, next + 1), last)
		: endsOrBegins(bytes, next, last);
}

function endsOrBegins(bytes: Buffer, at: number, last: boolean): RecoveredPiece {
	switch (bytes[at]) {
		case undefined:
			return last || 'unknown';
		case openBracket:
			return endsOrBegins(bytes, spaceEnd(bytes, at + 1), last);
		case openBrace:
			return memberBegins(bytes, spaceEnd(bytes, at + 1), last);
		default:
			return false;
	}
}

export function nextInList(at: number, from: number, fault: number, around: Surroundings): number {
	const { bytes } = around;
	for (let index = from; index < bytes.length; index++) {
		const byte = bytes[index];
		if (byte === openBrace && index > at) {
			const before = spaceStart(bytes, index);
			const isSeparated = bytes[before - 1] === comma || bytes[before - 1] === closeBrace;
			const begins = isSeparated && before > at && recordBegins(index, around);
			if (begins === 'unknown') {
				return notWhole;
			}
			if (begins) {
				return bytes[before - 1] === comma ? before - 1 : before;
			}
		} else if (byte === closeBracket && index > at) {
			const before = spaceStart(bytes, index);
			// A bracket ends the list only after a closing brace, or if the JSON syntax error is at this bracket.
			const ends = (index === fault || bytes[before - 1] === closeBrace) && listEnds(index, around);
			if (ends === 'unknown') {
				return notWhole;
			}
			if (ends) {
				return before;
			}
		}
	}
	return notWhole;
}

/** Finds the next record outside a list, where each line usually contains a record. */
function nextOutside(at: number, from: number, around: Surroundings): number {
	const { bytes, last, startsLine } = around;
	const isObject = bytes[at] === openBrace;
	for (let index = at + 1; index < bytes.length; index++) {
		const byte = bytes[index];
		if (byte === recordSeparator) {
			return spaceStart(bytes, index);
		}
		if (isLineEnd(byte)) {
			const next = spaceEnd(bytes, index);
			const begins = next === bytes.length ? last || 'unknown' : !isObject || lineBegins(next, from, around);
			if (begins === 'unknown') {
				return notWhole;
			}
			if (begins) {
				return spaceStart(bytes, index);
			}
		} else if (byte === openBrace && !startsLine && index >= from) {
			const before = spaceStart(bytes, index);
			const begins = bytes[before - 1] === closeBrace && recordBegins(index, around);
			if (begins === 'unknown') {
				return notWhole;
			}
			if (begins) {
				return before;
			}
		}
	}
	return notWhole;
}

/** @param from Lines before this offset continue a value, unless they look like records */
function lineBegins(at: number, from: number, around: Surroundings): RecoveredPiece {
	return around.bytes[at] === openBrace && (at >= from || recordBegins(at, around));
}

function recordBegins(brace: number, around: Surroundings): RecoveredPiece {
	const { bytes, last } = around;
	const start = spaceEnd(bytes, brace + 1);
	const begins = memberBegins(bytes, start, last);
	return begins === true ? around.nameless || around.isName(start, stringEnd(bytes, start)) : begins;
}

function memberBegins(bytes: Buffer, start: number, last: boolean): RecoveredPiece {
	const cut = last ? false : 'unknown';
	if (start >= bytes.length) {
		return cut;
	}
	if (bytes[start] !== quote) {
		return false;
	}
	const limit = Math.min(bytes.length, start + maxName);
	const end = stringEnd(bytes.subarray(0, limit), start);
	if (end === notWhole) {
		return limit === bytes.length ? cut : false;
	}
	const separator = spaceEnd(bytes, end);
	return separator === bytes.length ? cut : bytes[separator] === colon;
}

function isLineEnd(byte: number | undefined): boolean {
	return byte === lineFeed || byte === carriageReturn;
}

function spaceStart(bytes: Buffer, end: number): number {
	let index = end;
	while (isJsonSpace(bytes[index - 1] ?? 0)) {
		index--;
	}
	return index;
}
