/** Normalizes text for a comparison that ignores case, the composition of accents, and the form of lowercase sigma. */
export function fold(text: string): string {
	return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

export function isAscii(text: string): boolean {
	return /^[\0-\x7f]*$/.test(text);
}
