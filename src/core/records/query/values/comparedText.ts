import { isUtf8 } from 'node:buffer';

/** Maximum number of UTF-8 bytes to compare. Names, codes, and traces are usually shorter. */
const comparedLength = 16_384;

/** Range of bytes. The object is mutable, so that it can be reused for the next value. */
export interface TextPart {
	bytes: Buffer;
	start: number;
	end: number;
}

/** Selects the part of a value to compare. The part ends with a complete character. Invalid UTF-8 becomes U+FFFD. */
export function comparedPart(bytes: Buffer, start: number, end: number, into: TextPart): void {
	let stop = end;
	if (end - start > comparedLength) {
		stop = start + comparedLength;
		while (((bytes[stop] ?? 0) & 0xc0) === 0x80) {
			stop--;
		}
	}
	into.bytes = bytes;
	into.start = start;
	into.end = stop;
	if (!isUtf8(bytes.subarray(start, stop))) {
		into.bytes = Buffer.from(bytes.toString('utf8', start, stop));
		into.start = 0;
		into.end = into.bytes.length;
	}
}

export function comparedText(text: string): string {
	// In UTF-8, each UTF-16 code unit needs at most three bytes.
	if (text.length * 3 <= comparedLength) {
		return text;
	}
	const bytes = Buffer.from(text);
	const part: TextPart = { bytes, start: 0, end: 0 };
	comparedPart(bytes, 0, bytes.length, part);
	return part.bytes.toString('utf8', part.start, part.end);
}
