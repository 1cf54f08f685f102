import {
	backslash,
	closeBrace,
	closeBracket,
	colon,
	comma,
	isHexDigit,
	minus,
	openBrace,
	openBracket,
	quote,
	zero,
} from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import { isEscape, unicodeEscape } from '../common/jsonTokens';
import { faulty, notWhole } from './jsonSkip';
import type { Machine } from './machine';

/** Deeper than any record; a deeper one is broken, so that the stack does not grow with it. */
const maxDepth = 512;

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

/**
 * Finds where JSON values end, as strict about their form as JSON.parse. Beside `wasm/jsonRecords.ts`, which leaves to it
 * what is unusual or broken: a table wants the place of the fault and of every value, and takes one that is not whole for what it may be.
 */
export class JsonValues {
	/** Where the last fault was found. */
	faultAt = 0;
	/** The string scanned last has escapes. */
	escaped = false;
	private base = 0;
	private taken: Buffer = Buffer.alloc(0);

	constructor(private readonly machine: Machine) {}

	/** What is scanned; places are counted from its beginning. */
	get bytes(): Buffer {
		return this.taken;
	}

	/** Scans these bytes of the machine's memory; to be called again when that has grown. */
	take(base: number, length: number): void {
		this.base = base;
		this.taken = this.machine.bytes.subarray(base, base + length);
	}

	/** @returns Behind the value at `start`, or `notWhole`, or `faulty`. */
	value(start: number, depth: number): number {
		const byte = this.taken[start] ?? 0;
		switch (byte) {
			case quote:
				return this.string(start);
			case openBrace:
			case openBracket:
				return depth === maxDepth ? this.fault(start) : this.nested(start, depth + 1);
			default:
				return byte === minus || isDigit(byte) ? this.number(start) : this.literal(start);
		}
	}

	/** @param start At the opening quote. */
	string(start: number): number {
		const { taken: bytes, base } = this;
		const { scanner } = this.machine;
		this.escaped = false;
		for (let index = start + 1; ; index++) {
			index = scanner.plainEnd(base, index, bytes.length);
			const byte = bytes[index];
			if (byte === quote) {
				return index + 1;
			}
			if (byte !== backslash) {
				return this.fault(index);
			}
			this.escaped = true;
			index++;
			if (bytes[index] === unicodeEscape) {
				for (const last = index + 4; index < last; ) {
					index++;
					if (!isHexDigit(bytes[index] ?? 0)) {
						return this.fault(index);
					}
				}
			} else if (!isEscape(bytes[index] ?? 0)) {
				return this.fault(index);
			}
		}
	}

	private nested(start: number, depth: number): number {
		const { taken: bytes } = this;
		const object = bytes[start] === openBrace;
		const closing = object ? closeBrace : closeBracket;
		let index = spaceEnd(bytes, start + 1);
		if (bytes[index] === closing) {
			return index + 1;
		}
		for (; ; index = spaceEnd(bytes, index + 1)) {
			if (object) {
				const nameEnd = bytes[index] === quote ? this.string(index) : this.fault(index);
				if (nameEnd < 0) {
					return nameEnd;
				}
				index = spaceEnd(bytes, nameEnd);
				if (bytes[index] !== colon) {
					return this.fault(index);
				}
				index = spaceEnd(bytes, index + 1);
			}
			const end = this.value(index, depth);
			if (end < 0) {
				return end;
			}
			index = spaceEnd(bytes, end);
			if (bytes[index] === closing) {
				return index + 1;
			}
			if (bytes[index] !== comma) {
				return this.fault(index);
			}
		}
	}

	private number(start: number): number {
		const { taken: bytes } = this;
		let index = bytes[start] === minus ? start + 1 : start;
		const whole = digitsEnd(bytes, index);
		if (whole === index || (bytes[index] === zero && whole > index + 1)) {
			return this.fault(whole === index ? index : index + 1);
		}
		index = whole;
		if (bytes[index] === 0x2e) {
			const end = digitsEnd(bytes, index + 1);
			if (end === index + 1) {
				return this.fault(end);
			}
			index = end;
		}
		if (((bytes[index] ?? 0) | 0x20) === 0x65) {
			const sign = bytes[index + 1];
			const first = sign === minus || sign === 0x2b ? index + 2 : index + 1;
			const end = digitsEnd(bytes, first);
			if (end === first) {
				return this.fault(end);
			}
			index = end;
		}
		return index === bytes.length ? notWhole : index;
	}

	private literal(start: number): number {
		const { taken: bytes } = this;
		const word = literals.get(bytes[start] ?? 0);
		if (!word) {
			return this.fault(start);
		}
		for (let index = 1; index < word.length; index++) {
			if (bytes[start + index] !== word[index]) {
				return this.fault(start + index);
			}
		}
		return start + word.length;
	}

	/** To be returned for what is wrong at this place, which may just be that the bytes end there. */
	fault(at: number): number {
		this.faultAt = at;
		return at < this.taken.length ? faulty : notWhole;
	}
}

function digitsEnd(bytes: Buffer, start: number): number {
	let index = start;
	while (isDigit(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}

function isDigit(byte: number): boolean {
	return byte >= zero && byte <= 0x39;
}
