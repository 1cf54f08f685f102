import { carriageReturn, lineFeed, space, tab } from './ascii';

/** White space between the tokens of JSON (RFC 8259, section 2). */
export function isJsonSpace(byte: number): boolean {
	return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

/** The first place at or behind `start` that is no white space. */
export function spaceEnd(bytes: Buffer, start: number): number {
	let index = start;
	while (isJsonSpace(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}
