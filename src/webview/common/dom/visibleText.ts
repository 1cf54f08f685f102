/** Matches invisible characters that could reorder text, except joiners, which emoji and some scripts need. */
const invisible = /(?![\t\n\r])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Replaces invisible characters with placeholders such as `[U+202E]`. The result is for display, not for copying. */
export function visibleText(text: string): string {
	return text.replace(invisible, (character) => {
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		return `[U+${code}]`;
	});
}
