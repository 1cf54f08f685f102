import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../../../ascii';
import { isJsonSpace } from '../../../jsonSpace';
import type { Steps } from '../../../steps';
import { type RefusedMapping, refused } from '../mappingRefusal';

/** Bytes that are looked at before others get their turn. */
const stepBytes = 256 * 1024;

/** The longest part of a map by far, which no lookup needs. */
const unneeded = '"sourcesContent"';

/**
 * The text of a source map without the texts of its sources. Before it is parsed its values are counted: an empty object
 * is two bytes here and sixty in memory.
 */
export function* readSourceMapText(bytes: Buffer, mostValues: number): Steps<string | RefusedMapping> {
	const parts: Buffer[] = [];
	let values = 0;
	let depth = 0;
	let kept = 0;
	/** Depth at which a list that is left out ends. */
	let leftOutFrom: number | undefined;
	let nextTurn = stepBytes;
	for (let at = 0; at < bytes.length; at++) {
		if (at >= nextTurn) {
			nextTurn = at + stepBytes;
			yield;
		}
		switch (bytes[at]) {
			case quote: {
				const end = stringEnd(bytes, at);
				const list = leftOutFrom === undefined && end - at === unneeded.length ? listAfter(bytes, at, end) : -1;
				if (list >= 0) {
					parts.push(bytes.subarray(kept, list + 1));
					leftOutFrom = depth;
				}
				at = end - 1;
				break;
			}
			case openBracket:
			case openBrace:
				depth++;
				values += leftOutFrom === undefined ? 1 : 0;
				break;
			case closeBracket:
			case closeBrace:
				depth--;
				if (depth === leftOutFrom) {
					leftOutFrom = undefined;
					kept = at;
				}
				break;
			case comma:
				values += leftOutFrom === undefined ? 1 : 0;
				break;
			default:
		}
		if (values > mostValues) {
			return refused({ kind: 'tooLarge', unit: 'values', limit: mostValues });
		}
	}
	if (leftOutFrom !== undefined) {
		return refused({ kind: 'malformed' });
	}
	parts.push(bytes.subarray(kept));
	yield;
	return Buffer.concat(parts).toString('utf8');
}

/** Behind the quote that ends a string, or the end of the text. */
function stringEnd(bytes: Buffer, start: number): number {
	let end = bytes.indexOf(quote, start + 1);
	while (end >= 0 && isEscaped(bytes, end)) {
		end = bytes.indexOf(quote, end + 1);
	}
	return end < 0 ? bytes.length : end + 1;
}

function isEscaped(bytes: Buffer, place: number): boolean {
	let first = place;
	while (bytes[first - 1] === backslash) {
		first--;
	}
	return (place - first) % 2 === 1;
}

/** Where the list begins that is the value of the unneeded member; -1 for other strings. */
function listAfter(bytes: Buffer, start: number, end: number): number {
	if (bytes.toString('latin1', start, end) !== unneeded) {
		return -1;
	}
	let at = end;
	while (bytes[at] === colon || isJsonSpace(bytes[at] ?? 0)) {
		at++;
	}
	return bytes[at] === openBracket ? at : -1;
}
