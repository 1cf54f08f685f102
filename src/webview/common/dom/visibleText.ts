/**
 * What cannot be seen: control characters, and controls of text direction, by which a stranger could show a text in
 * another order than it has. Joiners, which emoji and some scripts need, are left.
 */
const invisible = /(?![\t\n\r])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** The text with what cannot be seen named as `[U+202E]`. Only for show: what is copied is the text itself. */
export function visibleText(text: string): string {
	return text.replace(invisible, (character) => {
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		return `[U+${code}]`;
	});
}
