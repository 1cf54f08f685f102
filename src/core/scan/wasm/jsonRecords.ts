import { plainEnd } from './json';

const tab: u32 = 0x09;
const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;
const space: u32 = 0x20;
const quote: u32 = 0x22;
const plus: u32 = 0x2b;
const comma: u32 = 0x2c;
const minus: u32 = 0x2d;
const point: u32 = 0x2e;
const zero: u32 = 0x30;
const colon: u32 = 0x3a;
const openBracket: u32 = 0x5b;
const backslash: u32 = 0x5c;
const closeBracket: u32 = 0x5d;
const openBrace: u32 = 0x7b;
const closeBrace: u32 = 0x7d;

/** In place of an end: the bytes end before the value does. */
const notWhole: u32 = 0xffff_ffff;
/** In place of an end: it is no JSON, or more than is worth being quick about. */
const odd: u32 = 0xffff_fffe;

/** Deeper values are left to whoever does not use a stack for them. */
const maxNested: u32 = 64;
/** Members of a record that are known by name; there is a byte for each at `matched`. */
export const maxMatched: u32 = 1024;
const unknown: u32 = 0xffff_ffff;

/** Bytes of an entry in the table of names: address, length, records that have the name, the last of them, given twice. */
export const nameBytes: u32 = 20;

/** Records found by the last call of `scanJson`. */
export let jsonRecords: u32 = 0;
/** It ended at something odd; otherwise at the end of the bytes. */
export let jsonOdd: bool = false;

let text: usize = 0;
let textEnd: u32 = 0;
let names: usize = 0;
let nameCount: u32 = 0;
let matched: usize = 0;
/** Of all calls: numbers of records tell in the table which record had a name last. */
let recordNumber: u32 = 0;
/** The string scanned last has escapes. */
let escaped = false;

/**
 * Goes over the objects of a list as strictly as JSON.parse, and counts in a table which of its names they have. All places
 * are offsets from `base`. 128 bytes behind `to` and behind each name must be readable.
 *
 * @param follows An object ended just before `from`, so a comma is next.
 * @param table Entries as `nameBytes` tells; fewer than 256.
 * @param room Bytes for `maxMatched` members of a record.
 * @returns Behind the last object found.
 */
export function scanJson(base: usize, from: u32, to: u32, follows: bool, table: usize, count: u32, room: usize): u32 {
	text = base;
	textEnd = to;
	names = table;
	nameCount = count;
	matched = room;
	jsonOdd = false;
	let found: u32 = 0;
	let index = from;
	while (true) {
		let at = spaceEnd(index);
		if (follows && at < to) {
			if (byteAt(at) !== comma) {
				jsonOdd = true;
				break;
			}
			at = spaceEnd(at + 1);
		}
		if (at >= to) {
			break;
		}
		const end = byteAt(at) === openBrace ? recordEnd(at) : odd;
		if (end >= odd) {
			jsonOdd = end === odd;
			break;
		}
		found++;
		index = end;
		follows = true;
	}
	jsonRecords = found;
	return index;
}

function recordEnd(start: u32): u32 {
	let matches: u32 = 0;
	// Most records have the same names in the same order.
	let next: u32 = 0;
	let index = spaceEnd(start + 1);
	if (index < textEnd && byteAt(index) === closeBrace) {
		keepNames(0);
		return index + 1;
	}
	while (true) {
		if (index >= textEnd) {
			return notWhole;
		}
		if (byteAt(index) !== quote) {
			return odd;
		}
		let name = next < nameCount && isName(next, index + 1) ? next : unknown;
		let end: u32;
		if (name === unknown) {
			end = stringEnd(index);
			if (end >= odd || escaped) {
				return end === notWhole ? notWhole : odd;
			}
			name = nameAt(index + 1);
		} else {
			end = index + 2 + load<u32>(names + <usize>(name * nameBytes), 4);
		}
		if (name !== unknown) {
			if (matches === maxMatched) {
				return odd;
			}
			store<u8>(matched + <usize>matches, <u8>name);
			matches++;
			next = name + 1;
		}
		index = memberEnd(end);
		if (index >= odd) {
			return index;
		}
		index = spaceEnd(index);
		if (index >= textEnd) {
			return notWhole;
		}
		const byte = byteAt(index);
		if (byte === closeBrace) {
			keepNames(matches);
			return index + 1;
		}
		if (byte !== comma) {
			return odd;
		}
		index = spaceEnd(index + 1);
	}
}

/** Only of a whole record. */
function keepNames(matches: u32): void {
	recordNumber++;
	for (let index: u32 = 0; index < matches; index++) {
		const entry = names + <usize>(<u32>load<u8>(matched + <usize>index) * nameBytes);
		if (load<u32>(entry, 12) === recordNumber) {
			store<u32>(entry, 1, 16);
		} else {
			store<u32>(entry, load<u32>(entry, 8) + 1, 8);
			store<u32>(entry, recordNumber, 12);
		}
	}
}

function nameAt(at: u32): u32 {
	for (let name: u32 = 0; name < nameCount; name++) {
		if (isName(name, at)) {
			return name;
		}
	}
	return unknown;
}

/** Whether this name stands there, with a quote behind it. */
function isName(name: u32, at: u32): bool {
	const entry = names + <usize>(name * nameBytes);
	const length = load<u32>(entry, 4);
	if (at + length >= textEnd || byteAt(at + length) !== quote) {
		return false;
	}
	const known: usize = load<u32>(entry);
	for (let index: u32 = 0; index < length; index += 16) {
		const same = i8x16.bitmask(i8x16.eq(v128.load(known + <usize>index), v128.load(text + <usize>(at + index))));
		const left = length - index;
		const wanted = left < 16 ? (1 << left) - 1 : 0xffff;
		if ((same & wanted) !== wanted) {
			return false;
		}
	}
	return true;
}

/** Behind the value of a member. @param index Behind its name. */
function memberEnd(index: u32, depth: u32 = 0): u32 {
	const at = spaceEnd(index);
	if (at >= textEnd) {
		return notWhole;
	}
	return byteAt(at) === colon ? valueEnd(spaceEnd(at + 1), depth) : odd;
}

function valueEnd(at: u32, depth: u32): u32 {
	if (at >= textEnd) {
		return notWhole;
	}
	const byte = byteAt(at);
	switch (byte) {
		case quote:
			return stringEnd(at);
		case openBrace:
		case openBracket:
			return depth === maxNested ? odd : nestedEnd(at, depth + 1);
		case 0x74:
			return wordEnd(at, 0x65757274, 4);
		case 0x66:
			return wordEnd(at + 1, 0x65736c61, 4);
		case 0x6e:
			return wordEnd(at, 0x6c6c756e, 4);
		default:
			return byte === minus || isDigit(byte) ? numberEnd(at) : odd;
	}
}

function nestedEnd(start: u32, depth: u32): u32 {
	const object = byteAt(start) === openBrace;
	const closing = object ? closeBrace : closeBracket;
	let index = spaceEnd(start + 1);
	if (index < textEnd && byteAt(index) === closing) {
		return index + 1;
	}
	while (true) {
		if (index >= textEnd) {
			return notWhole;
		}
		if (object) {
			if (byteAt(index) !== quote) {
				return odd;
			}
			const nameEnd = stringEnd(index);
			index = nameEnd >= odd ? nameEnd : memberEnd(nameEnd, depth);
		} else {
			index = valueEnd(index, depth);
		}
		if (index >= odd) {
			return index;
		}
		index = spaceEnd(index);
		if (index >= textEnd) {
			return notWhole;
		}
		const byte = byteAt(index);
		if (byte === closing) {
			return index + 1;
		}
		if (byte !== comma) {
			return odd;
		}
		index = spaceEnd(index + 1);
	}
}

/** @param start At the opening quote. */
function stringEnd(start: u32): u32 {
	escaped = false;
	let index = start + 1;
	while (true) {
		index = plainEnd(text, index, textEnd);
		if (index >= textEnd) {
			return notWhole;
		}
		const byte = byteAt(index);
		if (byte === quote) {
			return index + 1;
		}
		if (byte !== backslash) {
			return odd;
		}
		escaped = true;
		// A \u has four digits; what does not fit is at the end of the bytes anyhow.
		if (index + 6 >= textEnd) {
			return notWhole;
		}
		const name = byteAt(index + 1);
		if (name === 0x75) {
			if (
				!isHex(byteAt(index + 2)) ||
				!isHex(byteAt(index + 3)) ||
				!isHex(byteAt(index + 4)) ||
				!isHex(byteAt(index + 5))
			) {
				return odd;
			}
			index += 6;
		} else if (isEscape(name)) {
			index += 2;
		} else {
			return odd;
		}
	}
}

/** @param letters Four, the first one in the lowest byte. */
function wordEnd(at: u32, letters: u32, length: u32): u32 {
	if (at + length >= textEnd) {
		return notWhole;
	}
	return load<u32>(text + <usize>at) === letters ? at + length : odd;
}

function numberEnd(start: u32): u32 {
	let index = byteAt(start) === minus ? start + 1 : start;
	const first = index;
	index = digitsEnd(index);
	if (index === first || (byteAt(first) === zero && index > first + 1)) {
		return index >= textEnd ? notWhole : odd;
	}
	if (index < textEnd && byteAt(index) === point) {
		const end = digitsEnd(index + 1);
		if (end === index + 1) {
			return end >= textEnd ? notWhole : odd;
		}
		index = end;
	}
	if (index < textEnd && (byteAt(index) | 0x20) === 0x65) {
		let digits = index + 1;
		if (digits < textEnd && (byteAt(digits) === plus || byteAt(digits) === minus)) {
			digits++;
		}
		const end = digitsEnd(digits);
		if (end === digits) {
			return end >= textEnd ? notWhole : odd;
		}
		index = end;
	}
	return index >= textEnd ? notWhole : index;
}

function digitsEnd(start: u32): u32 {
	let index = start;
	while (index < textEnd && isDigit(byteAt(index))) {
		index++;
	}
	return index;
}

function spaceEnd(start: u32): u32 {
	let index = start;
	while (index < textEnd && isSpace(byteAt(index))) {
		index++;
	}
	return index;
}

function byteAt(index: u32): u32 {
	return load<u8>(text + <usize>index);
}

function isSpace(byte: u32): bool {
	return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

function isDigit(byte: u32): bool {
	return byte - zero < 10;
}

function isHex(byte: u32): bool {
	return isDigit(byte) || (byte | 0x20) - 0x61 < 6;
}

function isEscape(byte: u32): bool {
	switch (byte) {
		case quote:
		case backslash:
		case 0x2f:
		case 0x62:
		case 0x66:
		case 0x6e:
		case 0x72:
		case 0x74:
			return true;
		default:
			return false;
	}
}
