import type { ColumnKind } from '../../../../shared/results';
import { timeOf } from './timeValue';
import { lengthMark, versionKey } from './versionKey';

// What is not of the column's kind comes after what is.
const negative = '1';
const positive = '2';
const other = '3';

/** More than any time's distance from 1970, so that no sum is negative; all sums are exact and have so many digits. */
const timeOffset = 1e15;
const timeDigits = 16;

/**
 * Text whose order by code points is the order of a kind's values; equal values have equal keys. Text itself is
 * ordered by code points: values are names and codes rather than words of one language, the order is the same on every
 * machine, and it is the order of their bytes in the file.
 */
export function orderKey(kind: ColumnKind, value: string): string {
	switch (kind) {
		case 'text':
			return value;
		case 'integer':
			return integerKey(value);
		case 'version':
			return versionKey(value);
		case 'time': {
			const seconds = timeOf(value);
			return seconds === undefined ? other + value : timeKey(seconds);
		}
	}
}

/** Of a time that is known already (Unix seconds). */
function timeKey(seconds: number): string {
	// The same sum, without making a number of so many digits.
	return seconds >= 0 && seconds < timeOffset
		? `${positive}1${String(seconds).padStart(timeDigits - 1, '0')}`
		: positive + String(seconds + timeOffset).padStart(timeDigits, '0');
}

/** IDs exceed 2^53, so digits are compared, not doubles. */
function integerKey(value: string): string {
	const match = /^\s*([+-]?)(\d+)\s*$/.exec(value);
	if (!match) {
		return other + value;
	}
	const [, sign, written = ''] = match;
	const digits = written.replace(/^0+(?=\d)/, '');
	if (sign !== '-' || digits === '0') {
		return positive + lengthMark(digits) + digits;
	}
	const nines = digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
	return negative + String.fromCharCode(0xc000 - lengthMark(digits).charCodeAt(0)) + nines;
}

/** By code points, which is the order of UTF-8 bytes; `<` goes by UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
	const length = Math.min(a.length, b.length);
	for (let index = 0; index < length; index++) {
		const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
		if (unitA !== unitB) {
			const surrogates = Number(isSurrogate(unitA)) - Number(isSurrogate(unitB));
			return surrogates === 0 ? unitA - unitB : surrogates;
		}
	}
	return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
	return unit >= 0xd800 && unit <= 0xdfff;
}
