import { backslash, quote, space } from './ascii';

/** What may follow a backslash besides `u` (RFC 8259, section 7). */
const escapes = new Set(Buffer.from('"\\/bfnrt'));

/** The member of an answer that holds the records (service document, section 4.2). */
export const recordsMember = 'data';

/** Values nested deeper than in any record are refused, so that the stack does not grow with a text. */
export const maxDepth = 1024;

const isAscii = /^[ -~]*$/;

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** A number or a word (RFC 8259, sections 3 and 6). */
export function isScalar(text: string): boolean {
	return scalar.test(text);
}

/** The `u` behind a backslash, which four digits follow. */
export const unicodeEscape = 0x75;

export function isEscape(byte: number): boolean {
	return escapes.has(byte);
}

/** What a number or a word is made of. */
export function isScalarByte(byte: number): boolean {
	return (
		(byte >= 0x30 && byte <= 0x39) ||
		(byte >= 0x61 && byte <= 0x7a) ||
		(byte >= 0x41 && byte <= 0x5a) ||
		byte === 0x2d ||
		byte === 0x2b ||
		byte === 0x2e
	);
}

/** A quote, a backslash or a control character. */
export function endsPlainText(byte: number): boolean {
	return byte <= backslash && (byte === quote || byte === backslash || byte < space);
}

/** @param raw The bytes between the quotes as Latin-1, perhaps cut. */
export function decodeName(raw: string): string {
	const text = asUtf8(raw);
	if (!raw.includes('\\')) {
		return text;
	}
	try {
		return String(JSON.parse(`"${text}"`));
	} catch {
		return text;
	}
}

/** @param latin1 UTF-8, a character for each byte. */
export function asUtf8(latin1: string): string {
	return isAscii.test(latin1) ? latin1 : Buffer.from(latin1, 'latin1').toString('utf8');
}
