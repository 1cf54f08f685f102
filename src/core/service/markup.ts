const unread: readonly { readonly begin: RegExp; readonly end: RegExp }[] = [
	{ begin: /<!--/, end: /-->/ },
	{ begin: /<script\b/i, end: /<\/script\s*>/i },
	{ begin: /<style\b/i, end: /<\/style\s*>/i },
];

/** Replaces each tag with a space. Removes an incomplete tag or script at the end. */
export function withoutMarkup(text: string): string {
	return unread.reduce(withoutParts, text).replace(/<[^>]*>?/g, ' ');
}

/**
 * Removes comments, scripts, or styles one by one, because a regular expression for a complete element could take
 * quadratic time.
 */
function withoutParts(text: string, { begin, end }: { readonly begin: RegExp; readonly end: RegExp }): string {
	let retained = '';
	let rest = text;
	for (;;) {
		const start = rest.search(begin);
		if (start === -1) {
			return retained + rest;
		}
		retained += `${rest.slice(0, start)} `;
		const part = rest.slice(start);
		const found = end.exec(part);
		if (!found) {
			return retained;
		}
		rest = part.slice(found.index + found[0].length);
	}
}
