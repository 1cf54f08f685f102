/** Controls of text direction: a stranger could use them to show a text in another order than it has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about.
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text with what cannot be seen named as `[U+202E]`; joiners, which emoji and some scripts need, stay. Only for show: what is copied is the text itself. */
export function visibleText(text: string): string {
	return text.replace(invisible, (character) => {
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		return `[U+${code}]`;
	});
}
