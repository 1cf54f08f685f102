import { dayNumber, daysIn, hundredMillion, zeros } from './numbers';

// Texts as a database takes them: the length in a byte, or more of them, before each.

/** Of how many rows `writeCoded` has written the texts. */
export let codedRows: u32 = 0;
/** The longest text that `writeNumbers` has written (bytes). */
export let longestNumber: u32 = 0;

/**
 * Writes the texts of codes one behind the other, lengths and all, up to a code whose text is not there or that has no
 * room. Texts are copied in whole blocks of sixteen bytes: what is behind them is written over.
 * @param width Bytes of a code: 1 or 2.
 * @param places By code: where its text begins, counted from `texts`, and its length with what is before it; 0 for none.
 * @param end Where the room ends.
 * @returns where the last text ends
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

/** How numbers are written; `integerKey` and `timeKey` are those of `orderKey.ts`. */
const dateTime: u32 = 1;
const integerKey: u32 = 2;
const timeKey: u32 = 3;

/**
 * Writes numbers as texts one behind the other, the length of each before it; nothing but that length where one is not
 * `present`. Needs room for 32 bytes more than each has at most.
 * @param form 0 for decimal digits.
 * @param low The lower 32 bits of each; Unix seconds. @param high The upper ones. @param present A byte for each.
 * @returns where the last text ends
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
				// `2`, and U+0100 and how many digits there are in UTF-8.
				store<u8>(to, 0x32);
				store<u8>(to, 0xc4, 1);
				store<u8>(to, <u8>(0x80 + (end - to - 3)), 2);
				to = end;
			} else if (form === timeKey) {
				// `21` and fifteen digits, the first of which are zeros.
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

/** Without zeros before it. @param value Below a hundred million. */
function writeFirst(value: u32, to: usize): usize {
	const digits = eightDigits(value);
	const skipped = min(ctz(digits - zeros) >> 3, 7);
	store<u64>(to, digits >> (skipped << 3));
	return to + 8 - <usize>skipped;
}

/** The eight digits of a number below a hundred million, the first one in the lowest byte. */
function eightDigits(value: u32): u64 {
	// Four digits in each half, then two in each quarter, then one in each byte.
	const fours = <u64>(value / 10_000) | ((<u64>(value % 10_000)) << 32);
	const hundreds = ((fours * 5243) >> 19) & (((<u64>0x7f) << 32) | 0x7f);
	const twos = hundreds | ((fours - hundreds * 100) << 16);
	const tens = ((twos * 103) >> 10) & (((<u64>0x000f000f) << 32) | 0x000f000f);
	return (tens | ((twos - tens * 10) << 8)) + zeros;
}

/** Days that were written, by their lower six bits: the number of the day behind its ten bytes. */
const days = memory.data(64 * 16);

function writeDateTime(seconds: u32, to: usize): usize {
	const day = seconds / 86_400;
	const second = seconds % 86_400;
	const known = days + ((day & 63) << 4);
	// One more, so that nothing is known in the beginning.
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

/** @param day Days since 1970. */
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
