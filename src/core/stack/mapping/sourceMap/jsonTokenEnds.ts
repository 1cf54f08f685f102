import { backslash, isHexDigit, nine, quote, zero } from '../../../common/ascii';
import { endsPlainText, isEscape, isScalar, isScalarByte, unicodeEscape } from '../../../common/jsonTokens';
import { malformed } from './refusedMap';

const maxScalarBytes = 1024;

const unicodeBytes = 6;

/** Returns the index of the first byte that is not ordinary text in a string, at most `limit`. */
export function plainEnd(bytes: Buffer, start: number, limit: number): number {
	let at = start;
	while (at < limit && !endsPlainText(bytes[at] ?? 0)) {
		at++;
	}
	return at;
}

export function textEnd(bytes: Buffer, start: number, limit: number): number {
	let at = start;
	while (at < limit && bytes[at] !== quote && bytes[at] !== backslash) {
		at++;
	}
	return at;
}

/** Returns the index after the escape sequence at `start`. Throws `malformed`. */
export function escapeEnd(bytes: Buffer, start: number): number {
	if (bytes[start] !== backslash) {
		throw malformed();
	}
	const kind = bytes[start + 1] ?? 0;
	if (kind !== unicodeEscape) {
		if (!isEscape(kind)) {
			throw malformed();
		}
		return start + 2;
	}
	const end = start + unicodeBytes;
	for (let at = start + 2; at < end; at++) {
		if (!isHexDigit(bytes[at] ?? 0)) {
			throw malformed();
		}
	}
	return end;
}

/** Returns the index after the number or literal at `start`. Throws `malformed`. */
export function scalarEnd(bytes: Buffer, start: number): number {
	const limit = start + maxScalarBytes;
	let at = start;
	let digits = true;
	for (; at < limit; at++) {
		const byte = bytes[at] ?? 0;
		if (!isScalarByte(byte)) {
			break;
		}
		digits &&= byte >= zero && byte <= nine;
	}
	const isPlain = digits && at > start && (bytes[start] !== zero || at === start + 1);
	if (at === limit || !(isPlain || isScalar(bytes.toString('latin1', start, at)))) {
		throw malformed();
	}
	return at;
}
