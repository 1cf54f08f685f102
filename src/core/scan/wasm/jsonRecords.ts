import { beginMatches, beginNames, columnOf, keepMatches, match, nameEnd, unknown } from './jsonNames';
import {
	beginText,
	byteAt,
	closeBrace,
	comma,
	escaped,
	notWhole,
	odd,
	openBrace,
	quote,
	spaceEnd,
	stringEnd,
	textEnd,
	valueEnd,
	valueStart,
} from './jsonValueEnds';

/** Why `scanJson` stopped: what comes next begins no record, or there is no room for another. */
const between: u32 = 0;
/** The record at `jsonAt` is whole, at `jsonEnd`, and not followed by another one; its cells are in the next row. */
const atLast: u32 = 1;
/** The bytes end before the record at `jsonAt` does. */
const cut: u32 = 2;
/** The record at `jsonAt` is broken, has a name that is not in the table, or is too unusual to be quick about. */
const unusual: u32 = 3;

/** Records found by the last call of `scanJson`. */
export let jsonRecords: u32 = 0;
export let jsonStop: u32 = 0;
export let jsonAt: u32 = 0;
export let jsonEnd: u32 = 0;

const firstOfNull: u32 = 0x6e;

/** Cells of a row, and the address of the next record's. */
let cells: u32 = 0;
let slots: usize = 0;

/**
 * Finds the cells of objects that stand one behind another, with a comma between them or none, as strictly as JSON.parse.
 * A member's value is a cell: a string's text, a number's digits as they stand, nested values as their JSON, null as
 * nothing. Of members with the same name the last one counts. All places are offsets from `base`. 128 bytes behind `to`
 * must be readable.
 *
 * @param from Where the first one begins.
 * @param names See `jsonNames.ts`: which columns there are; in how many records each is gets counted there.
 * @param stride Cells of a row of `bounds`; those of later columns are dropped. @param row The first one that is free.
 * @returns Behind the last object found; `from` when there is none.
 */
export function scanJson(
	base: usize,
	from: u32,
	to: u32,
	names: usize,
	stride: u32,
	bounds: usize,
	places: usize,
	faults: usize,
	row: u32,
	capacity: u32,
): u32 {
	beginText(base, to);
	beginNames(names);
	cells = stride;
	const rowBytes = (<usize>stride) << 3;
	const first = row;
	let behind = from;
	let at = from;
	jsonStop = between;
	while (row < capacity) {
		slots = bounds + rowBytes * <usize>row;
		memory.fill(slots, 0, rowBytes);
		const end = recordEnd(at);
		if (end >= odd) {
			jsonAt = at;
			jsonStop = end === notWhole ? cut : unusual;
			break;
		}
		let next = spaceEnd(end);
		const byte = next < to ? byteAt(next) : 0;
		if (byte !== comma && byte !== openBrace) {
			jsonAt = at;
			jsonEnd = end;
			jsonStop = atLast;
			break;
		}
		store<u32>(places + ((<usize>row) << 3), at);
		store<u32>(places + ((<usize>row) << 3), end, 4);
		store<u8>(faults + <usize>row, 0);
		keepMatches();
		row++;
		behind = end;
		if (byte === comma) {
			next = spaceEnd(next + 1);
		}
		if (next >= to || byteAt(next) !== openBrace) {
			break;
		}
		at = next;
	}
	jsonRecords = row - first;
	return behind;
}

function recordEnd(start: u32): u32 {
	beginMatches();
	// Most records have the same names in the same order.
	let expected: u32 = 0;
	let index = spaceEnd(start + 1);
	if (index < textEnd && byteAt(index) === closeBrace) {
		return index + 1;
	}
	while (true) {
		if (index >= textEnd) {
			return notWhole;
		}
		if (byteAt(index) !== quote) {
			return odd;
		}
		let column = expected;
		let end = nameEnd(expected, index + 1) + 1;
		if (end === 1) {
			end = stringEnd(index);
			if (end >= odd) {
				return end;
			}
			column = columnOf(index + 1, end - 1);
			if (column === unknown) {
				return odd;
			}
		}
		if (!match(column)) {
			return odd;
		}
		expected = column + 1;
		const value = valueStart(end);
		if (value >= odd) {
			return value;
		}
		end = valueEnd(value, 0);
		if (end >= odd) {
			return end;
		}
		if (column < cells) {
			keep(slots + ((<usize>column) << 3), value, end);
		}
		index = spaceEnd(end);
		if (index >= textEnd) {
			return notWhole;
		}
		const byte = byteAt(index);
		if (byte === closeBrace) {
			return index + 1;
		}
		if (byte !== comma) {
			return odd;
		}
		index = spaceEnd(index + 1);
	}
}

function keep(slot: usize, start: u32, end: u32): void {
	const first = byteAt(start);
	if (first === quote) {
		store<u32>(slot, start + 1);
		store<u32>(slot, escaped ? ~(end - 1) : end - 1, 4);
	} else if (first === firstOfNull) {
		// Empty, but not where nothing is: the member is there.
		store<u32>(slot, start);
		store<u32>(slot, start, 4);
	} else {
		store<u32>(slot, start);
		store<u32>(slot, end, 4);
	}
}
