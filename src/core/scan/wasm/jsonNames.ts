import { hashOf, headOf, restOf } from './dictionary';
import { byteAt, quote, text, textEnd } from './jsonValueEnds';

// Layout of the hash table for the member names that are columns. The table consists of words:
//
//    0 count        number of columns
//    4 mask         number of slots minus 1; the number of slots is a power of two
//    8 slots        one word for each slot: the column plus 1, or 0; at least twice as many slots as columns
//   12 entries      for each column, see `nameBytes`
//   16 matched      room for `maxMatched` columns, two bytes each

/**
 * Size of an entry in bytes. An entry contains the address and length of the raw name, the number of records with the
 * name, the number of the last such record, and a flag that is set if a record contains the name twice.
 */
export const nameBytes: u32 = 20;

/** Maximum number of members that are counted in a record. */
export const maxMatched: u32 = 1024;

export const unknown: u32 = 0xffff_ffff;

/** Maximum number of hash probes. Names with more collisions are left to a slower scanner. */
const maxProbes: u32 = 64;

let names: usize = 0;
let count: u32 = 0;
let entries: usize = 0;
let matched: usize = 0;
let matches: u32 = 0;
/** Number of the current record, which continues across calls. */
let recordNumber: u32 = 0;

/** Selects the hash table that the following functions use. */
export function beginNames(table: usize): void {
	names = table;
	count = load<u32>(table);
	entries = <usize>load<u32>(table, 12);
	matched = <usize>load<u32>(table, 16);
}

/**
 * Inserts a column into the hash table. The column's entry must exist. Does nothing if the name has too many
 * collisions.
 */
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

/** Returns the offset of the quote after a column's name if the name is at this offset, otherwise 0. */
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

export function beginMatches(): void {
	matches = 0;
}

/** Marks a column as present in the current record. Returns false if the record has too many columns to count. */
export function match(column: u32): bool {
	if (matches === maxMatched) {
		return false;
	}
	store<u16>(matched + <usize>(matches << 1), <u16>column);
	matches++;
	return true;
}

/** Counts the completed record for each column that it contains. */
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
