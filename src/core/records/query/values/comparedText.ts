import { isUtf8 } from 'node:buffer';

/**
 * So much of a text tells it from others where records are grouped or picked by equal values (bytes of UTF-8): no name,
 * code or trace is longer, and what is longer would not fit a list of groups.
 */
const comparedLength = 16_384;

/** A part of some bytes. One object is used again and again. */
export interface TextPart {
	bytes: Buffer;
	start: number;
	end: number;
}

/** What of a value is compared: its beginning, as whole characters. Bytes that are no UTF-8 count as U+FFFD. */
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

/** The same for a text. */
export function comparedText(text: string): string {
	// No character takes more than three bytes for each of its units.
	if (text.length * 3 <= comparedLength) {
		return text;
	}
	const bytes = Buffer.from(text);
	const part: TextPart = { bytes, start: 0, end: 0 };
	comparedPart(bytes, 0, bytes.length, part);
	return part.bytes.toString('utf8', part.start, part.end);
}
