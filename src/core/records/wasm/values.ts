import { resolveCsv } from './csv';
import { resolveJson } from './json';

/** The cell that `nextValue` read: where its value is, in the file's bytes or in `scratch`. */
let valueAt: usize = 0;
let valueLength: u32 = 0;

/** Where values are written that do not stand in the file as they are; as large as the longest cell. */
export let scratch: usize = 0;

export function setScratch(at: usize): void {
	scratch = at;
}

function readCell(base: usize, bound: usize, json: bool): void {
	const start = load<u32>(bound);
	const end = load<i32>(bound, 4);
	if (end >= 0) {
		valueAt = base + start;
		valueLength = <u32>end - start;
		return;
	}
	valueAt = scratch;
	valueLength = json
		? resolveJson(base + start, base + <u32>~end, scratch)
		: resolveCsv(base + start, base + <u32>~end, scratch);
}

/** The value of one cell; where it is, in `resolvedLength` how long. */
export let resolvedLength: u32 = 0;

export function resolveCell(base: usize, bound: usize, json: bool): usize {
	readCell(base, bound, json);
	resolvedLength = valueLength;
	return valueAt;
}

// A dictionary: the first word of each is its number of codes; code 0 is the empty value.
//
//   0 codes        number of codes
//   4 mask         number of slots - 1, a power of two less one
//   8 slots        16 bytes each: hash, code (0: free), where in the text the value begins, its length
//  12 offsets      by code, where its text begins; one more for the end
//  16 text         all values, one after another
//  20 textRoom     bytes there is room for; 8 more are readable
//  24 offsetRoom   codes there is room for

const maxCodes: u32 = 65_536;

/** So many values in a row that share a place mean that somebody chose them to: the dictionary gives up. */
const maxProbes: u32 = 512;

/** Odd numbers with about as many ones as zeros. */
const spread: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const mix: u64 = ((<u64>0x9fb21c65) << 32) | 0x1e98df25;
const finish: u64 = ((<u64>0xd6e8feb8) << 32) | 0x6659fd93;

/** Longer values are hashed by samples of their words. */
const hashedWhole: u32 = 512;

/** Why `encode` stopped before the last row. */
const done: u32 = 0;
/** There must be more room in the dictionary; then go on with the same row. */
const needsRoom: u32 = 1;
/** The value is new and not ASCII: whoever calls checks that it is UTF-8, and calls again with `checked`. */
const needsCheck: u32 = 2;
/** The code does not fit into a byte. */
const needsWidth: u32 = 3;
/** No more values can be taken. */
const isFull: u32 = 4;

export let encodeStop: u32 = 0;
/** How many of the cells that got a code are empty. */
export let encodedEmpty: u32 = 0;

/**
 * Writes the codes of a column's cells, from row `row` on, to `codes`, by row.
 * @param bounds Of the column's cell in row 0. @param rowBytes From there to the next row.
 * @param width Bytes of a code. @param checked The first value is valid UTF-8.
 * @returns The first row without a code; why is in `encodeStop`.
 */
export function encode(
	dictionary: usize,
	base: usize,
	bounds: usize,
	rowBytes: u32,
	row: u32,
	rows: u32,
	codes: usize,
	width: u32,
	json: bool,
	checked: bool,
): u32 {
	const slots = <usize>load<u32>(dictionary, 8);
	const mask = load<u32>(dictionary, 4);
	const text = <usize>load<u32>(dictionary, 16);
	let trusted = checked;
	let empty: u32 = 0;
	encodeStop = done;
	encodedEmpty = 0;
	for (let index = row; index < rows; index++) {
		const bound = bounds + <usize>index * rowBytes;
		const start = load<u32>(bound);
		const end = load<i32>(bound, 4);
		let at = base + start;
		let length = <u32>end - start;
		let code: u32 = 0;
		if (end < 0) {
			readCell(base, bound, json);
			at = valueAt;
			length = valueLength;
		}
		if (length > 0) {
			const hash = hashOf(at, length);
			let place = hash & mask;
			let probes: u32 = 0;
			while (true) {
				const slot = slots + ((<usize>place) << 4);
				code = load<u32>(slot, 4);
				if (code === 0) {
					code = insert(dictionary, slot, at, length, hash, width, trusted);
					if (code === 0) {
						encodedEmpty = empty;
						return index;
					}
					break;
				}
				if (load<u32>(slot) === hash && load<u32>(slot, 12) === length && same(at, text + load<u32>(slot, 8), length)) {
					break;
				}
				place = (place + 1) & mask;
				if (++probes > maxProbes) {
					encodeStop = isFull;
					encodedEmpty = empty;
					return index;
				}
			}
			trusted = false;
		} else {
			empty++;
		}
		if (width === 1) {
			store<u8>(codes + index, code);
		} else {
			store<u16>(codes + ((<usize>index) << 1), code);
		}
	}
	encodedEmpty = empty;
	return rows;
}

/** @returns 0 when there is no code yet; why is in `encodeStop`. */
function insert(dictionary: usize, slot: usize, at: usize, length: u32, hash: u32, width: u32, checked: bool): u32 {
	const code = load<u32>(dictionary);
	const offsets = <usize>load<u32>(dictionary, 12);
	const text = <usize>load<u32>(dictionary, 16);
	const offset = load<u32>(offsets + ((<usize>code) << 2));
	if (code === maxCodes) {
		encodeStop = isFull;
	} else if (offset + length > load<u32>(dictionary, 20) || code + 1 >= load<u32>(dictionary, 24)) {
		encodeStop = needsRoom;
	} else if (code > 0xff && width === 1) {
		encodeStop = needsWidth;
	} else if (!checked && !isAscii(at, length)) {
		encodeStop = needsCheck;
	} else {
		memory.copy(text + offset, at, length);
		store<u32>(offsets + ((<usize>(code + 1)) << 2), offset + length);
		putSlot(slot, hash, code, offset, length);
		store<u32>(dictionary, code + 1);
		return code;
	}
	return 0;
}

function putSlot(slot: usize, hash: u32, code: u32, offset: u32, length: u32): void {
	store<u32>(slot, hash);
	store<u32>(slot, code, 4);
	store<u32>(slot, offset, 8);
	store<u32>(slot, length, 12);
}

/** Puts what is in these slots into those of the dictionary, which are more and free. */
export function placeAll(dictionary: usize, old: usize, count: u32): void {
	const mask = load<u32>(dictionary, 4);
	const slots = <usize>load<u32>(dictionary, 8);
	const end = old + ((<usize>count) << 4);
	for (let from = old; from < end; from += 16) {
		if (load<u32>(from, 4) !== 0) {
			let place = load<u32>(from) & mask;
			while (load<u32>(slots + ((<usize>place) << 4), 4) !== 0) {
				place = (place + 1) & mask;
			}
			v128.store(slots + ((<usize>place) << 4), v128.load(from));
		}
	}
}

/** May read up to 7 bytes more than the value has, which are masked away. */
function hashOf(at: usize, length: u32): u32 {
	let hash: u64 = <u64>length * spread;
	if (length > 16) {
		const step: u32 = length <= hashedWhole ? 8 : (length >> 9) << 3;
		const lastWord = length - 8;
		for (let index: u32 = 0; index < lastWord; index += step) {
			hash = (hash ^ load<u64>(at + index)) * mix;
			hash ^= hash >> 32;
		}
	} else if (length >= 8) {
		hash = (hash ^ load<u64>(at)) * mix;
		hash ^= hash >> 32;
	} else {
		hash = (hash ^ (load<u64>(at) & firstBytes(length))) * mix;
		return <u32>(((hash ^ (hash >> 32)) * finish) >> 32);
	}
	hash = (hash ^ load<u64>(at + length - 8)) * mix;
	return <u32>(((hash ^ (hash >> 32)) * finish) >> 32);
}

function same(a: usize, b: usize, length: u32): bool {
	if (length < 8) {
		return ((load<u64>(a) ^ load<u64>(b)) & firstBytes(length)) === 0;
	}
	const lastWord = length - 8;
	for (let index: u32 = 0; index < lastWord; index += 8) {
		if (load<u64>(a + index) !== load<u64>(b + index)) {
			return false;
		}
	}
	return load<u64>(a + lastWord) === load<u64>(b + lastWord);
}

/** A mask for the first bytes of a word, fewer than 8. */
function firstBytes(count: u32): u64 {
	return ((<u64>1) << ((<u64>count) << 3)) - 1;
}

function isAscii(at: usize, length: u32): bool {
	let bits: u32 = 0;
	for (let index: u32 = 0; index < length; index++) {
		bits |= load<u8>(at + index);
	}
	return bits < 0x80;
}

/** How many cells `readNumbers` found not to be empty. */
export let numbersRead: u32 = 0;
/** Whether one of them was 2^32 or more. */
export let numbersLarge: bool = false;

/**
 * Reads cells that are written in the one way which gives the text back from the number: decimal digits without leading
 * zeros, below 2^64, or `yyyy-mm-dd hh:mm:ss` as Unix seconds at UTC, below 2^32. Empty ones are 0 and not `present`.
 * @param present One byte for each row.
 * @returns The first row that is not so written, or `rows`.
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

/** 2^64 - 1 ends with the digit 5; without it, it is this. */
const tenth: u64 = u64.MAX_VALUE / 10;

function readInteger(at: usize, length: u32): bool {
	if (length > 20 || (length > 1 && load<u8>(at) === 0x30)) {
		return false;
	}
	let value: u64 = 0;
	for (let index: u32 = 0; index < length; index++) {
		const digit: u32 = <u32>load<u8>(at + index) - 0x30;
		if (digit > 9 || value > tenth || (value === tenth && digit > 5)) {
			return false;
		}
		value = value * 10 + digit;
	}
	number = value;
	return true;
}

function readDateTime(at: usize, length: u32): bool {
	if (
		length !== 19 ||
		load<u8>(at, 4) !== 0x2d ||
		load<u8>(at, 7) !== 0x2d ||
		load<u8>(at, 10) !== 0x20 ||
		load<u8>(at, 13) !== 0x3a ||
		load<u8>(at, 16) !== 0x3a
	) {
		return false;
	}
	const century = twoDigits(at);
	const years = twoDigits(at + 2);
	const month = twoDigits(at + 5);
	const day = twoDigits(at + 8);
	const hour = twoDigits(at + 11);
	const minute = twoDigits(at + 14);
	const second = twoDigits(at + 17);
	const year = century * 100 + years;
	if (
		century > 99 ||
		years > 99 ||
		year < 1970 ||
		month - 1 > 11 ||
		day - 1 >= daysIn(year, month) ||
		hour > 23 ||
		minute > 59 ||
		second > 59
	) {
		return false;
	}
	number = <u64>dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
	return number >> 32 === 0;
}

/** More than 99 when they are no digits. */
function twoDigits(at: usize): u32 {
	const tens: u32 = <u32>load<u8>(at) - 0x30;
	const ones: u32 = <u32>load<u8>(at, 1) - 0x30;
	return tens > 9 || ones > 9 ? 1000 : tens * 10 + ones;
}

function daysIn(year: u32, month: u32): u32 {
	if (month === 2) {
		return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
	}
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970 in the Gregorian calendar: years begin with March, so that the leap day comes last. */
function dayNumber(year: u32, month: u32, day: u32): u32 {
	const shifted = month > 2 ? year : year - 1;
	const monthFromMarch = month > 2 ? month - 3 : month + 9;
	const days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthFromMarch + 2) / 5 + day - 1;
	// The first of January 1970 by the same count.
	return days - 719_468;
}
