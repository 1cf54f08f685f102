/** Normalizes text for comparison that ignores letter case, accent composition, and the form of lowercase sigma. */
export function fold(text: string): string {
	return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

export function isAscii(text: string): boolean {
	return /^[\0-\x7f]*$/.test(text);
}
