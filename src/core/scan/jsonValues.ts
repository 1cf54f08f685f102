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
import { isEscape, isScalarByte, unicodeEscape } from '../common/jsonTokens';
import { gapEnd } from './jsonGaps';
import { faulty, notWhole } from './jsonSkip';
import type { ScannerInstance } from './scannerInstance';

/** Maximum nesting depth, far greater than in any real record. It limits the size of the stack. */
const maxDepth = 512;

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

/**
 * Finds the ends of JSON values as strictly as JSON.parse, for the unusual and broken values that `wasm/jsonRecords.ts`
 * can't process. For tables, this scanner also provides the position of each value and error, and accepts incomplete
 * values.
 */
export class JsonValues {
	faultAt = 0;
	/** Whether the last scanned string contains escapes. */
	escaped = false;
	/**
	 * Whether to accept text that JSON does not allow but whose meaning is clear: control characters in strings,
	 * unknown literals, and comments.
	 */
	lenient = false;
	private base = 0;
	private taken: Buffer = Buffer.alloc(0);

	constructor(private readonly instance: ScannerInstance) {}

	get bytes(): Buffer {
		return this.taken;
	}

	/** Sets the bytes to scan in the memory of the scanner. Must be called again after the memory has grown. */
	take(base: number, length: number): void {
		this.base = base;
		this.taken = this.instance.bytes.subarray(base, base + length);
	}

	/** @returns the offset after the value at `start`, `notWhole` or `faulty` */
	value(start: number, depth: number): number {
		const byte = this.taken[start] ?? 0;
		switch (byte) {
			case quote:
				return this.string(start);
			case openBrace:
			case openBracket:
				return depth === maxDepth ? this.fault(start) : this.nested(start, depth + 1);
			default:
				if (this.lenient) {
					return this.word(start);
				}
				return byte === minus || isDigit(byte) ? this.number(start) : this.literal(start);
		}
	}

	gapEnd(start: number): number {
		return this.lenient ? gapEnd(this.taken, start) : spaceEnd(this.taken, start);
	}

	string(start: number): number {
		const { taken: bytes, base } = this;
		const { scanner } = this.instance;
		this.escaped = false;
		for (let index = start + 1; ; index++) {
			index = scanner.plainEnd(base, index, bytes.length);
			const byte = bytes[index];
			if (byte === quote) {
				return index + 1;
			}
			if (this.lenient && byte !== undefined && byte !== backslash) {
				continue;
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
		let index = this.gapEnd(start + 1);
		if (bytes[index] === closing) {
			return index + 1;
		}
		for (; ; index = this.gapEnd(index + 1)) {
			if (object) {
				const nameEnd = bytes[index] === quote ? this.string(index) : this.fault(index);
				if (nameEnd < 0) {
					return nameEnd;
				}
				index = this.gapEnd(nameEnd);
				if (bytes[index] !== colon) {
					return this.fault(index);
				}
				index = this.gapEnd(index + 1);
			}
			const end = this.value(index, depth);
			if (end < 0) {
				return end;
			}
			index = this.gapEnd(end);
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

	private word(start: number): number {
		let index = start;
		while (isScalarByte(this.taken[index] ?? 0)) {
			index++;
		}
		return index === start ? this.fault(start) : index;
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

	/** Records an error at an offset. Returns `notWhole` if the bytes merely end there, otherwise `faulty`. */
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
