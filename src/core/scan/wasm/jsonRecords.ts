import {
	beginText,
	byteAt,
	closeBrace,
	comma,
	escaped,
	memberEnd,
	notWhole,
	odd,
	openBrace,
	quote,
	spaceEnd,
	stringEnd,
	text,
	textEnd,
} from './jsonValueEnds';

/** Members of a record that are known by name; there is a byte for each at `matched`. */
export const maxMatched: u32 = 1024;
const unknown: u32 = 0xffff_ffff;

/** Bytes of an entry in the table of names: address, length, records that have the name, the last of them, given twice. */
export const nameBytes: u32 = 20;

/** Records found by the last call of `scanJson`. */
export let jsonRecords: u32 = 0;
/** It ended at something odd; otherwise at the end of the bytes. */
export let jsonOdd: bool = false;

let names: usize = 0;
let nameCount: u32 = 0;
let matched: usize = 0;
/** Of all calls: numbers of records tell in the table which record had a name last. */
let recordNumber: u32 = 0;

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
	beginText(base, to);
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
