import { carriageReturn, lineFeed, space, tab } from '../../shared/ascii';
import type { JsonCodes } from '../../shared/jsonScanner';

/** Returns true if a byte is JSON white space (RFC 8259, section 2). */
export function isJsonSpace(byte: number): boolean {
	return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

export function spaceEnd(bytes: JsonCodes, start: number): number {
	let index = start;
	while (isJsonSpace(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}
