import { comma, semicolon } from '../../../ascii';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Of longer numbers what is beyond 32 bits is lost: no file has so many lines. */
const mostBits = 32;

/** Values of the digits by their character codes; what is no digit counts as 0, which ends a number. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) =>
	Math.max(0, digits.indexOf(String.fromCharCode(code))),
);

/**
 * Reads numbers in base64 VLQ (ECMA-426): five bits in a digit, the lowest first; the sixth says that there are more, the
 * first of all is the sign.
 */
export class VlqReader {
	place = 0;

	constructor(private readonly text: string) {}

	/** Whether no number of the segment is left: what follows is a comma, a semicolon or nothing. */
	get atEnd(): boolean {
		const code = this.text.charCodeAt(this.place);
		return code === comma || code === semicolon || this.place >= this.text.length;
	}

	/** A number that is cut ends where the segment does. */
	next(): number {
		let value = 0;
		for (let shift = 0; !this.atEnd; shift += 5) {
			const digit = digitValues[this.text.charCodeAt(this.place)] ?? 0;
			this.place++;
			if (shift < mostBits) {
				value |= (digit & 31) << shift;
			}
			if (digit < 32) {
				break;
			}
		}
		const magnitude = value >>> 1;
		return value & 1 ? -magnitude : magnitude;
	}

	/** What remains of the segment. */
	skip(): void {
		while (!this.atEnd) {
			this.place++;
		}
	}
}
