import { hashOf, headOf, restOf } from './dictionary';
import { byteAt, quote, text, textEnd } from './jsonValueEnds';

// A table of names: the members' that are columns, by column. Words at its address:
//
//   0 count        number of columns
//   4 mask         number of slots - 1, a power of two less one
//   8 slots        a word each: the column + 1, or 0; at least as many again as there are columns
//  12 entries      by column, see `nameBytes`
//  16 matched      room for `maxMatched` columns, two bytes each

/**
 * Bytes of an entry: address and length of the name as it is written in the text, how many records have it, which of them
 * is the last, and whether one has it twice.
 */
export const nameBytes: u32 = 20;

/** Members of a record that are known by name. */
export const maxMatched: u32 = 1024;

/** In place of a column. */
export const unknown: u32 = 0xffff_ffff;

/** So many names that share a place are found; others are left to whoever reads more slowly. */
const maxProbes: u32 = 64;

let names: usize = 0;
let count: u32 = 0;
let entries: usize = 0;
let matched: usize = 0;
let matches: u32 = 0;
/** Of all calls: numbers of records tell in the table which record had a name last. */
let recordNumber: u32 = 0;

/** Says which names the functions below look for. */
export function beginNames(table: usize): void {
	names = table;
	count = load<u32>(table);
	entries = <usize>load<u32>(table, 12);
	matched = <usize>load<u32>(table, 16);
}

/** Puts a column that has an entry, with a name that is not there, into the slots. Some names find no place. */
export function addName(table: usize, column: u32): void {
	const mask = load<u32>(table, 4);
	const slots = <usize>load<u32>(table, 8);
	const entry = <usize>load<u32>(table, 12) + <usize>(column * nameBytes);
	const at: usize = load<u32>(entry);
	const length = load<u32>(entry, 4);
	let place = hashOf(at, length, headOf(at, length), restOf(at, length)) & mask;
	for (let probes: u32 = 0; probes < maxProbes; probes++) {
		const slot = slots + ((<usize>place) << 2);
		if (load<u32>(slot) === 0) {
			store<u32>(slot, column + 1);
			return;
		}
		place = (place + 1) & mask;
	}
}

/** The column of the name between these places, or `unknown`. */
export function columnOf(start: u32, end: u32): u32 {
	const length = end - start;
	if (length === 0) {
		return unknown;
	}
	const at = text + <usize>start;
	const mask = load<u32>(names, 4);
	const slots = <usize>load<u32>(names, 8);
	let place = hashOf(at, length, headOf(at, length), restOf(at, length)) & mask;
	for (let probes: u32 = 0; probes < maxProbes; probes++) {
		const column = load<u32>(slots + ((<usize>place) << 2)) - 1;
		if (column === unknown) {
			break;
		}
		if (nameEnd(column, start) === end) {
			return column;
		}
		place = (place + 1) & mask;
	}
	return unknown;
}

/** At the quote behind the name of this column, if that is what stands at this place; else 0. */
export function nameEnd(column: u32, at: u32): u32 {
	if (column >= count) {
		return 0;
	}
	const entry = entries + <usize>(column * nameBytes);
	const length = load<u32>(entry, 4);
	if (length === 0 || at + length >= textEnd || byteAt(at + length) !== quote) {
		return 0;
	}
	const known: usize = load<u32>(entry);
	for (let index: u32 = 0; index < length; index += 16) {
		const same = i8x16.bitmask(i8x16.eq(v128.load(known + <usize>index), v128.load(text + <usize>(at + index))));
		const left = length - index;
		const wanted = left < 16 ? (1 << left) - 1 : 0xffff;
		if ((same & wanted) !== wanted) {
			return 0;
		}
	}
	return at + length;
}

/** A record begins. */
export function beginMatches(): void {
	matches = 0;
}

/** The record has this column. @returns false when it has more than are counted */
export function match(column: u32): bool {
	if (matches === maxMatched) {
		return false;
	}
	store<u16>(matched + <usize>(matches << 1), <u16>column);
	matches++;
	return true;
}

/** The record is whole: its columns count. */
export function keepMatches(): void {
	recordNumber++;
	for (let index: u32 = 0; index < matches; index++) {
		const entry = entries + <usize>(<u32>load<u16>(matched + <usize>(index << 1)) * nameBytes);
		if (load<u32>(entry, 12) === recordNumber) {
			store<u32>(entry, 1, 16);
		} else {
			store<u32>(entry, load<u32>(entry, 8) + 1, 8);
			store<u32>(entry, recordNumber, 12);
		}
	}
}
