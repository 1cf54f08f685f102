/*
 * These functions quote text for SQL, shells and Python. File names may contain any character except NUL and must not
 * change. Control characters are escaped, because a terminal would interpret them when a snippet is pasted.
 */

/** Matches control characters, line separators, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped on purpose
const controls = /[\0-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Quotes text for DuckDB, which supports escape sequences only if the string has the prefix `E`. */
export function sqlText(text: string): string {
	const quoted = text.replaceAll("'", "''");
	return isPlain(text) ? `'${quoted}'` : `E'${quoted.replaceAll('\\', '\\\\').replace(controls, unicode)}'`;
}

export function sqlName(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes text for a shell. The form `$'…'` works in bash, zsh and ksh, but not in all POSIX shells. */
export function posixWord(text: string): string {
	return isPlain(text)
		? `'${text.replaceAll("'", "'\\''")}'`
		: `$'${text.replace(/[\\']/g, '\\$&').replace(controls, octal)}'`;
}

/**
 * Quotes text as one PowerShell argument. Typographic quotation marks are escaped too, because PowerShell accepts them
 * as quotes.
 */
export function powerShellWord(text: string): string {
	return isPlain(text)
		? `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`
		: `"${text.replace(/[`$"\u201c-\u201e]/g, '`$&').replace(controls, (one) => `$([char]${one.charCodeAt(0)})`)}"`;
}

export function pythonText(text: string): string {
	return `'${text.replace(/[\\']/g, '\\$&').replace(controls, unicode)}'`;
}

function isPlain(text: string): boolean {
	return text.search(controls) === -1;
}

function unicode(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns an octal escape with three digits, so that a digit after the escape isn't part of it. */
function octal(character: string): string {
	return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
