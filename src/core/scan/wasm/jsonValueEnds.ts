import { plainEnd } from './json';

const tab: u32 = 0x09;
const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;
const space: u32 = 0x20;
export const quote: u32 = 0x22;
const plus: u32 = 0x2b;
export const comma: u32 = 0x2c;
const minus: u32 = 0x2d;
const point: u32 = 0x2e;
const zero: u32 = 0x30;
const colon: u32 = 0x3a;
const openBracket: u32 = 0x5b;
const backslash: u32 = 0x5c;
const closeBracket: u32 = 0x5d;
export const openBrace: u32 = 0x7b;
export const closeBrace: u32 = 0x7d;

/** Returned instead of an offset if the value continues after the available bytes. */
export const notWhole: u32 = 0xffff_ffff;
/** Returned instead of an offset if the text is not valid JSON or is too unusual for this scanner. */
export const odd: u32 = 0xffff_fffe;

/** Maximum nesting depth. Deeper values are left to a slower scanner, which doesn't need the call stack. */
const maxNested: u32 = 64;

/** Maximum length of a number. Longer numbers are left to a slower scanner. */
const maxDigits: u32 = 1024;

/** Address of the bytes to scan. All offsets are relative to it. */
export let text: usize = 0;
export let textEnd: u32 = 0;
/** True if the last scanned string contains escapes. */
export let escaped: bool = false;

export function beginText(base: usize, to: u32): void {
	text = base;
	textEnd = to;
}

/**
 * Returns the start of a member's value, given the offset after its name. The result can be after the end of the bytes.
 */
export function valueStart(index: u32): u32 {
	const at = spaceEnd(index);
	if (at >= textEnd) {
		return notWhole;
	}
	return byteAt(at) === colon ? spaceEnd(at + 1) : odd;
}

export function valueEnd(at: u32, depth: u32): u32 {
	if (at >= textEnd) {
		return notWhole;
	}
	const byte = byteAt(at);
	switch (byte) {
		case quote:
			return stringEnd(at);
		case openBrace:
		case openBracket:
			return depth === maxNested ? odd : nestedEnd(at, depth + 1);
		case 0x74:
			return wordEnd(at, 0x65757274, 4);
		case 0x66:
			return wordEnd(at + 1, 0x65736c61, 4);
		case 0x6e:
			return wordEnd(at, 0x6c6c756e, 4);
		default:
			return byte === minus || isDigit(byte) ? numberEnd(at) : odd;
	}
}

function nestedEnd(start: u32, depth: u32): u32 {
	const object = byteAt(start) === openBrace;
	const closing = object ? closeBrace : closeBracket;
	let index = spaceEnd(start + 1);
	if (index < textEnd && byteAt(index) === closing) {
		return index + 1;
	}
	while (true) {
		if (index >= textEnd) {
			return notWhole;
		}
		if (object) {
			if (byteAt(index) !== quote) {
				return odd;
			}
			const nameEnd = stringEnd(index);
			index = nameEnd >= odd ? nameEnd : valueStart(nameEnd);
			if (index >= odd) {
				return index;
			}
		}
		index = valueEnd(index, depth);
		if (index >= odd) {
			return index;
		}
		index = spaceEnd(index);
		if (index >= textEnd) {
			return notWhole;
		}
		const byte = byteAt(index);
		if (byte === closing) {
			return index + 1;
		}
		if (byte !== comma) {
			return odd;
		}
		index = spaceEnd(index + 1);
	}
}

export function stringEnd(start: u32): u32 {
	escaped = false;
	let index = start + 1;
	while (true) {
		index = plainEnd(text, index, textEnd);
		if (index >= textEnd) {
			return notWhole;
		}
		const byte = byteAt(index);
		if (byte === quote) {
			return index + 1;
		}
		if (byte !== backslash) {
			return odd;
		}
		escaped = true;
		// A `\u` escape has four digits. With fewer bytes left, the text ends inside the escape.
		if (index + 6 >= textEnd) {
			return notWhole;
		}
		const name = byteAt(index + 1);
		if (name === 0x75) {
			if (
				!isHex(byteAt(index + 2)) ||
				!isHex(byteAt(index + 3)) ||
				!isHex(byteAt(index + 4)) ||
				!isHex(byteAt(index + 5))
			) {
				return odd;
			}
			index += 6;
		} else if (isEscape(name)) {
			index += 2;
		} else {
			return odd;
		}
	}
}

/** @param letters Four characters, the first one in the lowest byte. */
function wordEnd(at: u32, letters: u32, length: u32): u32 {
	if (at + length >= textEnd) {
		return notWhole;
	}
	return load<u32>(text + <usize>at) === letters ? at + length : odd;
}

function numberEnd(start: u32): u32 {
	let index = byteAt(start) === minus ? start + 1 : start;
	const first = index;
	index = digitsEnd(index);
	if (index === first || (byteAt(first) === zero && index > first + 1)) {
		return index >= textEnd ? notWhole : odd;
	}
	if (index < textEnd && byteAt(index) === point) {
		const end = digitsEnd(index + 1);
		if (end === index + 1) {
			return end >= textEnd ? notWhole : odd;
		}
		index = end;
	}
	if (index < textEnd && (byteAt(index) | 0x20) === 0x65) {
		let digits = index + 1;
		if (digits < textEnd && (byteAt(digits) === plus || byteAt(digits) === minus)) {
			digits++;
		}
		const end = digitsEnd(digits);
		if (end === digits) {
			return end >= textEnd ? notWhole : odd;
		}
		index = end;
	}
	return index >= textEnd ? notWhole : index - start > maxDigits ? odd : index;
}

function digitsEnd(start: u32): u32 {
	let index = start;
	while (index < textEnd && isDigit(byteAt(index))) {
		index++;
	}
	return index;
}

export function spaceEnd(start: u32): u32 {
	let index = start;
	while (index < textEnd && isSpace(byteAt(index))) {
		index++;
	}
	return index;
}

export function byteAt(index: u32): u32 {
	return load<u8>(text + <usize>index);
}

function isSpace(byte: u32): bool {
	return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

function isDigit(byte: u32): bool {
	return byte - zero < 10;
}

function isHex(byte: u32): bool {
	return isDigit(byte) || (byte | 0x20) - 0x61 < 6;
}

function isEscape(byte: u32): bool {
	switch (byte) {
		case quote:
		case backslash:
		case 0x2f:
		case 0x62:
		case 0x66:
		case 0x6e:
		case 0x72:
		case 0x74:
			return true;
		default:
			return false;
	}
}
