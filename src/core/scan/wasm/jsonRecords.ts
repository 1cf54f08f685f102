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

/** `scanJson` stopped, because the next text isn't the start of a record or the batch is full. */
const between: u32 = 0;
/** `scanJson` stopped after the record from `jsonAt` to `jsonEnd`, because no other record follows. */
const atLast: u32 = 1;
/** `scanJson` stopped, because the bytes end inside the record at `jsonAt`. */
const cut: u32 = 2;
/** `scanJson` stopped, because the record at `jsonAt` is broken, has an unknown name, or is unusual in another way. */
const unusual: u32 = 3;

export let jsonRecords: u32 = 0;
export let jsonStop: u32 = 0;
export let jsonAt: u32 = 0;
export let jsonEnd: u32 = 0;

const firstOfNull: u32 = 0x6e;

/** Number of cells in a row. `slots` is the address of the row for the next record. */
let cells: u32 = 0;
let slots: usize = 0;

/**
 * Locates the cells of consecutive objects, which may be separated by commas. The objects are validated as strictly as
 * by JSON.parse. The value of each member is a cell: the decoded text of a string, the raw digits of a number, the JSON
 * text of an object or array, or an empty cell for null. If a name occurs several times, the last member is used. All
 * offsets are relative to `base`. The 128 bytes after `to` must be readable.
 * @param names Hash table of the columns, which also counts the records with each name (see `jsonNames.ts`).
 * @param stride Number of cells in a row of `bounds`. Cells of additional columns are dropped.
 * @param row Index of the first free row.
 * @returns the offset after the last object, or `from` if no object was found
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
	// Column of the next name if all records have the same names in the same order. It is checked before a slower lookup.
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
		// Stores the position of an empty value too, because 0 means that the member is missing.
		store<u32>(slot, start);
		store<u32>(slot, start, 4);
	} else {
		store<u32>(slot, start);
		store<u32>(slot, end, 4);
	}
}
