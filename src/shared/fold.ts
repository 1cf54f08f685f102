/**
 * Texts that differ only in letter case, or in whether accents are composed with their letters, fold to the same.
 * The final sigma is the same letter as the one within words.
 */
export function fold(text: string): string {
	return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

export function isAscii(text: string): boolean {
	return /^[\0-\x7f]*$/.test(text);
}
