/** A number read from a cell: `high * 2^32 + low`. One object is used again and again. */
export interface Parts {
	low: number;
	high: number;
}

/** Reads the cell if its text is the only one for its number, so that it can be written back exactly. */
export type ReadNumber = (bytes: Uint8Array, start: number, end: number, into: Parts) => boolean;

const zero = 0x30;

/** 2^64 - 1 has so many digits. */
const maxDigits = 20;

/** Decimal digits without leading zeros, below 2^64. */
export function readInteger(bytes: Uint8Array, start: number, end: number, into: Parts): boolean {
	const length = end - start;
	if (length === 0 || length > maxDigits || (bytes[start] === zero && length > 1)) {
		return false;
	}
	// Up to 11 digits, then up to 9: both are exact as doubles, and so is every step below.
	const middle = Math.max(start, end - 9);
	let upper = 0;
	for (let index = start; index < middle; index++) {
		const digit = (bytes[index] ?? 0) - zero;
		if (digit < 0 || digit > 9) {
			return false;
		}
		upper = upper * 10 + digit;
	}
	let lower = 0;
	for (let index = middle; index < end; index++) {
		const digit = (bytes[index] ?? 0) - zero;
		if (digit < 0 || digit > 9) {
			return false;
		}
		lower = lower * 10 + digit;
	}
	if (upper < 4_000_000) {
		const whole = upper * 1e9 + lower;
		into.low = whole >>> 0;
		into.high = Math.floor(whole / 2 ** 32);
		return true;
	}
	// upper = a * 2^16 + b
	const a = Math.floor(upper / 2 ** 16);
	const b = upper % 2 ** 16;
	const product = a * 1e9;
	const sum = b * 1e9 + lower + (product % 2 ** 16) * 2 ** 16;
	into.low = sum >>> 0;
	into.high = Math.floor(product / 2 ** 16) + Math.floor(sum / 2 ** 32);
	return into.high < 2 ** 32;
}

export function writeInteger(low: number, high: number): string {
	return high === 0 ? String(low) : String((BigInt(high) << 32n) | BigInt(low));
}

/** The last day that was read, since most records of a file are of few days. */
interface Day {
	key: number;
	seconds: number;
}

/** Reads `yyyy-mm-dd hh:mm:ss` as Unix seconds at UTC, from 1970 to 2106. */
export function dateTimeReader(): ReadNumber {
	const day: Day = { key: -1, seconds: 0 };
	return (bytes, start, end, into) => {
		if (
			end - start !== 19 ||
			bytes[start + 4] !== 0x2d ||
			bytes[start + 7] !== 0x2d ||
			bytes[start + 10] !== 0x20 ||
			bytes[start + 13] !== 0x3a ||
			bytes[start + 16] !== 0x3a
		) {
			return false;
		}
		const century = twoDigits(bytes, start);
		const year = twoDigits(bytes, start + 2);
		const month = twoDigits(bytes, start + 5);
		const date = twoDigits(bytes, start + 8);
		const hour = twoDigits(bytes, start + 11);
		const minute = twoDigits(bytes, start + 14);
		const second = twoDigits(bytes, start + 17);
		if ((century | year | month | date | hour | minute | second) < 0 || hour > 23 || minute > 59 || second > 59) {
			return false;
		}
		const key = ((century * 100 + year) * 16 + month) * 32 + date;
		if (key !== day.key) {
			const seconds = startOfDay(century * 100 + year, month, date);
			if (seconds === undefined) {
				return false;
			}
			day.key = key;
			day.seconds = seconds;
		}
		into.low = day.seconds + hour * 3600 + minute * 60 + second;
		into.high = 0;
		return into.low < 2 ** 32;
	};
}

export function writeDateTime(low: number): string {
	return new Date(low * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Unix seconds; undefined for days that no calendar has. */
function startOfDay(year: number, month: number, date: number): number | undefined {
	const time = new Date(Date.UTC(year, month - 1, date));
	return year >= 1970 && time.getUTCMonth() === month - 1 && time.getUTCDate() === date
		? time.getTime() / 1000
		: undefined;
}

/** Negative when they are no digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
	const tens = (bytes[at] ?? 0) - zero;
	const ones = (bytes[at + 1] ?? 0) - zero;
	return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}
