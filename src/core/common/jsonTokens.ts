export const recordsMember = 'data';

/** Maximum nesting depth, which limits the size of the stack. Values with deeper nesting are rejected. */
export const maxDepth = 1024;

const isAscii = /^[ -~]*$/;

export const unicodeEscape = 0x75;

/** @param raw Bytes between the quotes, decoded as Latin-1. The last bytes of the name may be missing. */
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

/** @param latin1 UTF-8 bytes as a string with one character for each byte. */
export function asUtf8(latin1: string): string {
	return isAscii.test(latin1) ? latin1 : Buffer.from(latin1, 'latin1').toString('utf8');
}
