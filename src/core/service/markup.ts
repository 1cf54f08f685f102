/** What of a page is no text, from where it begins to where it ends. */
const unread: readonly { readonly begin: RegExp; readonly end: RegExp }[] = [
	{ begin: /<!--/, end: /-->/ },
	{ begin: /<script\b/i, end: /<\/script\s*>/i },
	{ begin: /<style\b/i, end: /<\/style\s*>/i },
];

/** The text of HTML or XML, with a space for each tag; what was cut within a tag or a script ends there. */
export function withoutMarkup(text: string): string {
	return unread.reduce(withoutParts, text).replace(/<[^>]*>?/g, ' ');
}

/** Piece by piece: a pattern of a whole part would look for the end again from every beginning. */
function withoutParts(text: string, { begin, end }: { readonly begin: RegExp; readonly end: RegExp }): string {
	let kept = '';
	let rest = text;
	for (;;) {
		const start = rest.search(begin);
		if (start === -1) {
			return kept + rest;
		}
		kept += `${rest.slice(0, start)} `;
		const part = rest.slice(start);
		const found = end.exec(part);
		if (!found) {
			return kept;
		}
		rest = part.slice(found.index + found[0].length);
	}
}
