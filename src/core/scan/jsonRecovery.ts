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
} from '../common/ascii';
import { isJsonSpace, spaceEnd } from '../common/jsonSpace';
import { notWhole, skipValue, stringEnd } from './jsonSkip';

/** Longer than any member's name that matters. */
const maxName = 1024;

/** The bytes end before it is certain. */
export type RecoveredPiece = boolean | 'unknown';

/** What a record stands among, and what is known by then. */
export interface Surroundings {
	readonly bytes: Buffer;
	/** No more bytes follow. */
	readonly last: boolean;
	/** In which list it is; undefined for one that is in none. */
	readonly list: 'bare' | 'wrapped' | undefined;
	/** Only white space is before it on its line. */
	readonly startsLine: boolean;
	/** Whether records so far have a member of the name that is between these places, quotes included. */
	isName(start: number, end: number): boolean;
	/** There are none of these yet. */
	readonly nameless: boolean;
}

interface RecordEnd {
	/** `notWhole` when more bytes are needed, or there is no further record. */
	readonly end: number;
	/** The text of the record does not tell where it ends; another one seems to begin there. */
	readonly guessed: boolean;
}

/**
 * Where a record that is no JSON ends, so that none behind it is hidden. Mostly its brackets and quotes tell; where
 * these are what is broken, it ends in front of what looks like another record or the end of the list.
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
	// At the end of the file a record that has begun, and hides no other, is one that was cut.
	const cut = end === notWhole || !last;
	return { end: guess !== notWhole || cut ? guess : bytes.length, guessed: true };
}

/** Whether what follows may follow a record that ends here. */
export function mayEnd(end: number, around: Surroundings): RecoveredPiece {
	const { bytes, last, list } = around;
	const next = spaceEnd(bytes, end);
	const byte = bytes[next];
	switch (byte) {
		case undefined:
			return last || 'unknown';
		case comma:
		case openBrace:
			return true;
		case closeBracket:
			return list ? listEnds(next, around) : false;
		default:
			return list === undefined && hasLineEnd(bytes, end, next);
	}
}

/** Whether a bracket is the one that closes the list of records, by what follows it. */
export function listEnds(bracket: number, around: Surroundings): RecoveredPiece {
	const { bytes, last, list } = around;
	const next = spaceEnd(bytes, bracket + 1);
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

/** Whether a member begins here that is one of the answer. One of a record would stand behind a list of that record. */
function answerGoesOn(at: number, { bytes, last, isName }: Surroundings): RecoveredPiece {
	const begins = memberBegins(bytes, at, last);
	return begins === true ? !isName(at, stringEnd(bytes, at)) : begins;
}

/** Whether a brace is the one that closes the object around the list of records. */
export function answerEnds(brace: number, { bytes, last }: Surroundings): RecoveredPiece {
	return endsOrBegins(bytes, spaceEnd(bytes, brace + 1), last);
}

/** Whether the file ends here, or another list or object begins. */
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

/** In a list: the end of what comes before the next record, or before the end of the list. */
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
			// Where it is the fault, the closing brace is what is missing.
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

/** Outside of any list: mostly there is one record on a line. */
function nextOutside(at: number, from: number, around: Surroundings): number {
	const { bytes, last, startsLine } = around;
	const isObject = bytes[at] === openBrace;
	for (let index = at + 1; index < bytes.length; index++) {
		const byte = bytes[index];
		if (byte === lineFeed || byte === carriageReturn) {
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

/** @param from Before it lines are part of what is sound, unless they begin as records do. */
function lineBegins(at: number, from: number, around: Surroundings): RecoveredPiece {
	return around.bytes[at] === openBrace && (at >= from || recordBegins(at, around));
}

/** Whether a brace opens a record: the name of a column comes next. */
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

function hasLineEnd(bytes: Buffer, start: number, end: number): boolean {
	for (let index = start; index < end; index++) {
		if (bytes[index] === lineFeed || bytes[index] === carriageReturn) {
			return true;
		}
	}
	return false;
}

/** Behind the last byte before `end` that is no white space. */
function spaceStart(bytes: Buffer, end: number): number {
	let index = end;
	while (isJsonSpace(bytes[index - 1] ?? 0)) {
		index--;
	}
	return index;
}
