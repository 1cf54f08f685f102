import { readCell, valueAt, valueLength } from './cells';

export let numbersRead: u32 = 0;
export let numbersLarge: bool = false;

/**
 * Parses cells in canonical form, which can be restored exactly from the number. The form is either decimal digits
 * without leading zeros (below 2^64), or `yyyy-mm-dd hh:mm:ss` in UTC, which becomes Unix seconds (below 2^32). Empty
 * cells become 0 and are not marked in `present`, which has one byte for each row.
 * @returns the first row in another form, or `rows` if there is no such row
 */
export function readNumbers(
	dates: bool,
	base: usize,
	bounds: usize,
	rowBytes: u32,
	row: u32,
	rows: u32,
	low: usize,
	high: usize,
	present: usize,
	json: bool,
): u32 {
	numbersRead = 0;
	numbersLarge = false;
	for (let index = row; index < rows; index++) {
		readCell(base, bounds + <usize>index * rowBytes, json);
		number = 0;
		if (valueLength > 0) {
			if (!(dates ? readDateTime(valueAt, valueLength) : readInteger(valueAt, valueLength))) {
				return index;
			}
			numbersRead++;
		}
		store<u8>(present + index, valueLength > 0 ? 1 : 0);
		store<u32>(low + ((<usize>index) << 2), <u32>number);
		store<u32>(high + ((<usize>index) << 2), <u32>(number >> 32));
		numbersLarge = numbersLarge || number >> 32 !== 0;
	}
	return rows;
}

let number: u64 = 0;

function readInteger(at: usize, length: u32): bool {
	if (length > 20 || (length > 1 && load<u8>(at) === 0x30)) {
		return false;
	}
	// Pads the leading digits with zeros to eight digits. The other digits are processed in groups of eight.
	const first = ((length - 1) & 7) + 1;
	const filled: u64 = first === 8 ? 0 : zeros >> ((<u64>first) << 3);
	let digits = (load<u64>(at) << ((<u64>(8 - first)) << 3)) | filled;
	let value: u64 = 0;
	let index: u32 = first;
	while (areDigits(digits)) {
		const eight = numberOf(digits);
		if (index === 20 && (value > most || (value === most && eight > u64.MAX_VALUE % hundredMillion))) {
			return false;
		}
		value = value * hundredMillion + eight;
		if (index === length) {
			number = value;
			return true;
		}
		digits = load<u64>(at + index);
		index += 8;
	}
	return false;
}

/** Eight bytes, each with the value 1. */
const ones: u64 = ((<u64>0x01010101) << 32) | 0x01010101;
/** Eight bytes, each with the character `0`. */
export const zeros: u64 = ones * 0x30;
export const hundredMillion: u64 = 100_000_000;
/** Maximum value of a number's digits before the last eight. */
const most: u64 = u64.MAX_VALUE / hundredMillion;

/** Returns true if all eight bytes are digits. A byte is a digit if its upper four bits are 3, even after adding 6. */
function areDigits(bytes: u64): bool {
	const upper = ones * 0xf0;
	return (bytes & upper) === zeros && ((bytes + ones * 6) & upper) === zeros;
}

/** Parses eight digits by combining them into pairs, fours, and a number. The first digit is in the lowest byte. */
function numberOf(digits: u64): u64 {
	const twos = ((digits & (ones * 0x0f)) * (1 + (10 << 8))) >> 8;
	const fours = ((twos & (((<u64>0x00ff00ff) << 32) | 0x00ff00ff)) * (1 + (100 << 16))) >> 16;
	return ((fours & 0x0000ffff_0000ffff) * (1 + ((<u64>10_000) << 32))) >> 32;
}

/** Cached result for the last parsed day, because consecutive records are usually close in time. */
let lastDayStart: u64 = 0;
let lastDayEnd: u32 = 0;
let lastDay: u64 = 0;

function readDateTime(at: usize, length: u32): bool {
	if (length !== 19 || load<u8>(at, 10) !== 0x20 || load<u8>(at, 13) !== 0x3a || load<u8>(at, 16) !== 0x3a) {
		return false;
	}
	const dayStart = load<u64>(at);
	const dayEnd = <u32>load<u16>(at, 8);
	if (dayStart !== lastDayStart || dayEnd !== lastDayEnd) {
		if (!readDay(at)) {
			return false;
		}
		lastDayStart = dayStart;
		lastDayEnd = dayEnd;
	}
	const hour = twoDigits(at + 11);
	const minute = twoDigits(at + 14);
	const second = twoDigits(at + 17);
	if (hour > 23 || minute > 59 || second > 59) {
		return false;
	}
	number = lastDay * 86_400 + hour * 3600 + minute * 60 + second;
	return number >> 32 === 0;
}

function readDay(at: usize): bool {
	const century = twoDigits(at);
	const years = twoDigits(at + 2);
	const month = twoDigits(at + 5);
	const day = twoDigits(at + 8);
	const year = century * 100 + years;
	if (
		load<u8>(at, 4) !== 0x2d ||
		load<u8>(at, 7) !== 0x2d ||
		century > 99 ||
		years > 99 ||
		year < 1970 ||
		month - 1 > 11 ||
		day - 1 >= daysIn(year, month)
	) {
		return false;
	}
	lastDay = dayNumber(year, month, day);
	return true;
}

/** Returns the number, or a value above 99 if the characters are not digits. */
function twoDigits(at: usize): u32 {
	const tens: u32 = <u32>load<u8>(at) - 0x30;
	const ones: u32 = <u32>load<u8>(at, 1) - 0x30;
	return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones;
}

export function daysIn(year: u32, month: u32): u32 {
	if (month === 2) {
		return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
	}
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Returns the number of days since 1970 in the Gregorian calendar. Internally, years start in March, so that a leap day
 * is the last day.
 */
export function dayNumber(year: u32, month: u32, day: u32): u32 {
	const shifted = month > 2 ? year : year - 1;
	const monthFromMarch = month > 2 ? month - 3 : month + 9;
	const days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthFromMarch + 2) / 5 + day - 1;
	// With years that start in March, 1970-01-01 is day 719,468.
	return days - 719_468;
}
