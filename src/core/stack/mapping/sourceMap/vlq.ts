import { comma, semicolon } from '../../../common/ascii';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Of longer numbers what is beyond 32 bits is lost: no file has so many lines. */
const maxBits = 32;

/** Nobody writes more zeros behind a number; what follows so many is another one. */
const maxShift = 5 * 64;

/** Values of the digits by their bytes; what is no digit counts as 0, which ends a number. */
const digitValues = Uint8Array.from({ length: 256 }, (_, code) =>
	Math.max(0, digits.indexOf(String.fromCharCode(code))),
);

/**
 * Reads numbers in base64 VLQ (ECMA-426): five bits in a digit, the lowest first; the sixth says that there are more, the
 * first of all is the sign.
 */
export class VlqReader {
	place = 0;

	private readonly length: number;

	/** @param text A byte for each character. */
	constructor(private readonly text: Uint8Array) {
		this.length = text.length;
	}

	/** Whether no number of the segment is left: what follows is a comma, a semicolon or nothing. */
	get atEnd(): boolean {
		const code = this.text[this.place];
		return code === comma || code === semicolon || this.place >= this.length;
	}

	/** A number that is cut ends where the segment does. */
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

	/** Goes over what remains of the segment, up to a place. @returns whether that was all */
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
