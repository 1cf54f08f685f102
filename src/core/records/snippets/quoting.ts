/** Names of files may hold any character but NUL; each of these makes a literal that is just the text. */

export function sqlText(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

export function sqlName(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}

/** A word of a POSIX shell. */
export function posixWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word of PowerShell, to which typographic quotes are quotes, too. */
export function powerShellWord(text: string): string {
	return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}

export function pythonText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is written out
	const escaped = text.replace(/[\\']/g, '\\$&').replace(/[\0-\x1f\x7f]/g, (character) => {
		return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
	});
	return `'${escaped}'`;
}
