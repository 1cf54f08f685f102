import type { ColumnKind } from '../../../../shared/results';
import { getTime } from './timeValue';
import { lengthMark, versionKey } from './versionKey';

// Prefixes of sort keys, in ascending order. Values that don't match the column kind come last.
const negative = '1';
const positive = '2';
const other = '3';

/** Offset that is added to times, so that all sums are positive and have equally many digits. It exceeds all times. */
const timeOffset = 1e15;
const timeDigits = 16;

/** Returns a sort key. Sorting keys by code point puts their values in the order of the column kind. */
export function orderKey(kind: ColumnKind, value: string): string {
	switch (kind) {
		case 'text':
			return value;
		case 'integer':
			return integerKey(value);
		case 'version':
			return versionKey(value);
		case 'time': {
			const seconds = getTime(value);
			return seconds === undefined ? other + value : timeKey(seconds);
		}
	}
}

function timeKey(seconds: number): string {
	// Writing a 1 before the padded seconds has the same result as adding the offset, but is faster.
	return seconds >= 0 && seconds < timeOffset
		? `${positive}1${String(seconds).padStart(timeDigits - 1, '0')}`
		: positive + String(seconds + timeOffset).padStart(timeDigits, '0');
}

/** Returns the sort key of an integer. Digits are compared as text, because IDs can be larger than 2^53. */
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

/** Compares by code point, which is the order of UTF-8 bytes. In contrast, `<` compares UTF-16 code units. */
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
