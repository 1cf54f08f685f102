import { dayNumber, daysIn, hundredMillion, zeros } from './numbers';

// The functions in this file write strings in a database's binary format. Each string is preceded by its length, which
// is encoded in one or more bytes.

/** Number of rows whose strings were written by the last call to `writeCoded`. */
export let codedRows: u32 = 0;
export let longestNumber: u32 = 0;

/**
 * Writes the strings for consecutive codes, each with its length, until a code has no string or the output is full.
 * Strings are copied in blocks of 16 bytes, so up to 15 bytes after a string are overwritten.
 * @param width Number of bytes per code, 1 or 2.
 * @param places Table with two values for each code: the start of its string, relative to `texts`, and the length
 * including the length prefix, or 0 if there is no string.
 * @returns the end of the last string
 */
export function writeCoded(
	codes: usize,
	width: u32,
	row: u32,
	rows: u32,
	places: usize,
	texts: usize,
	to: usize,
	end: usize,
): usize {
	for (let index = row; index < rows; index++) {
		const code: usize = width === 1 ? load<u8>(codes + index) : load<u16>(codes + ((<usize>index) << 1));
		const place = places + (code << 3);
		const length = load<u32>(place, 4);
		if (length === 0 || to + length + 16 > end) {
			codedRows = index;
			return to;
		}
		let from = texts + load<u32>(place);
		const next = to + length;
		for (; to < next; to += 16) {
			v128.store(to, v128.load(from));
			from += 16;
		}
		to = next;
	}
	codedRows = rows;
	return to;
}

/** Formats for numbers. `integerKey` and `timeKey` are described in `orderKey.ts`. */
const dateTime: u32 = 1;
const integerKey: u32 = 2;
const timeKey: u32 = 3;

/**
 * Writes numbers as consecutive strings, each with its length. A number that is not marked in `present` becomes an
 * empty string. The output must have room for 32 bytes in addition to the maximum length of each string.
 * @param form Format of the numbers. The value 0 means decimal digits.
 * @param low Lower 32 bits of each number, or Unix seconds.
 * @param present One byte for each number.
 * @returns the end of the last string
 */
export function writeNumbers(form: u32, low: usize, high: usize, present: usize, rows: u32, to: usize): usize {
	longestNumber = 0;
	for (let index: usize = 0; index < <usize>rows; index++) {
		const start = to++;
		if (load<u8>(present + index) !== 0) {
			const value = ((<u64>load<u32>(high + (index << 2))) << 32) | load<u32>(low + (index << 2));
			if (form === dateTime) {
				to = writeDateTime(<u32>value, to);
			} else if (form === integerKey) {
				const end = writeDigits(value, to + 3);
				// A number is written as `2`, then U+0100 plus the number of digits (as UTF-8), and then the digits.
				store<u8>(to, 0x32);
				store<u8>(to, 0xc4, 1);
				store<u8>(to, <u8>(0x80 + (end - to - 3)), 2);
				to = end;
			} else if (form === timeKey) {
				// A time is written as `21` and fifteen digits with leading zeros.
				store<u8>(to, 0x32);
				store<u64>(to + 1, eightDigits(<u32>(value / hundredMillion)));
				store<u8>(to, 0x31, 1);
				store<u64>(to + 9, eightDigits(<u32>(value % hundredMillion)));
				to += 17;
			} else {
				to = writeDigits(value, to);
			}
		}
		const length = <u32>(to - start - 1);
		store<u8>(start, <u8>length);
		longestNumber = max(longestNumber, length);
	}
	return to;
}

function writeDigits(value: u64, to: usize): usize {
	if (value < hundredMillion) {
		return writeFirst(<u32>value, to);
	}
	const upper = value / hundredMillion;
	const end = upper < hundredMillion ? writeFirst(<u32>upper, to) : writeDigits(upper, to);
	store<u64>(end, eightDigits(<u32>(value - upper * hundredMillion)));
	return end + 8;
}

/** Writes a number below 100,000,000 without leading zeros. */
function writeFirst(value: u32, to: usize): usize {
	const digits = eightDigits(value);
	const skipped = min(ctz(digits - zeros) >> 3, 7);
	store<u64>(to, digits >> (skipped << 3));
	return to + 8 - <usize>skipped;
}

/** Returns the eight digits of a number below 100,000,000. The first digit is in the lowest byte. */
function eightDigits(value: u32): u64 {
	// Splits the number into halves of four digits, then quarters of two digits, and then bytes of one digit.
	const fours = <u64>(value / 10_000) | ((<u64>(value % 10_000)) << 32);
	const hundreds = ((fours * 5243) >> 19) & (((<u64>0x7f) << 32) | 0x7f);
	const twos = hundreds | ((fours - hundreds * 100) << 16);
	const tens = ((twos * 103) >> 10) & (((<u64>0x000f000f) << 32) | 0x000f000f);
	return (tens | ((twos - tens * 10) << 8)) + zeros;
}

/**
 * Cache of formatted days. The lower six bits of the day number are the index. An entry contains ten characters and the
 * day number plus 1.
 */
const days = memory.data(64 * 16);

function writeDateTime(seconds: u32, to: usize): usize {
	const day = seconds / 86_400;
	const second = seconds % 86_400;
	const known = days + ((day & 63) << 4);
	// Entries contain the day number plus 1, so that the initial zeros match no day.
	if (load<u32>(known, 12) !== day + 1) {
		writeDay(day, known);
		store<u32>(known, day + 1, 12);
	}
	v128.store(to, v128.load(known));
	store<u8>(to, 0x20, 10);
	writeTwo(second / 3600, to + 11);
	store<u8>(to, 0x3a, 13);
	writeTwo((second / 60) % 60, to + 14);
	store<u8>(to, 0x3a, 16);
	writeTwo(second % 60, to + 17);
	return to + 19;
}

function writeDay(day: u32, to: usize): void {
	let year = 1970 + day / 366;
	while (dayNumber(year + 1, 1, 1) <= day) {
		year++;
	}
	let rest = day - dayNumber(year, 1, 1);
	let month: u32 = 1;
	for (; rest >= daysIn(year, month); month++) {
		rest -= daysIn(year, month);
	}
	writeTwo(year / 100, to);
	writeTwo(year % 100, to + 2);
	store<u8>(to, 0x2d, 4);
	writeTwo(month, to + 5);
	store<u8>(to, 0x2d, 7);
	writeTwo(rest + 1, to + 8);
}

function writeTwo(value: u32, to: usize): void {
	store<u8>(to, <u8>(0x30 + value / 10));
	store<u8>(to, <u8>(0x30 + (value % 10)), 1);
}
