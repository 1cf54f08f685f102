import { comma, semicolon } from '../../../../shared/ascii';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Maximum number of bits in a number. Further bits are ignored, because no file has that many lines. */
const maxBits = 32;

/** Maximum shift of a digit in a number. Any further digits belong to another number. */
const maxShift = 5 * 64;

/** Digit value of each byte. A byte that isn't a digit has the value 0, which ends the number. */
const digitValues = Uint8Array.from({ length: 256 }, (_, code) =>
	Math.max(0, digits.indexOf(String.fromCharCode(code))),
);

/** Reads numbers in base64 VLQ (ECMA-426). The lowest bit of a number is its sign. */
export class VlqReader {
	place = 0;

	private readonly length: number;

	constructor(private readonly text: Uint8Array) {
		this.length = text.length;
	}

	get atEnd(): boolean {
		const code = this.text[this.place];
		return code === comma || code === semicolon || this.place >= this.length;
	}

	/** Reads a number. A number that is truncated ends at the end of the segment. */
	next(): number {
		let value = 0;
		for (let shift = 0; shift < maxShift && !this.atEnd; shift += 5) {
			const digit = digitValues[this.text[this.place] ?? 0] ?? 0;
			this.place++;
			if (shift < maxBits) {
				value |= (digit & 31) << shift;
			}
			if (digit < 32) {
				break;
			}
		}
		const magnitude = value >>> 1;
		return value & 1 ? -magnitude : magnitude;
	}

	/** Skips the rest of the segment but stops at `limit`. Returns true at the end of the segment. */
	skip(limit: number): boolean {
		while (!this.atEnd) {
			if (this.place >= limit) {
				return false;
			}
			this.place++;
		}
		return true;
	}
}
