/**
 * One line of foreign text, safe to show: controls become spaces, and characters that are invisible or reorder their
 * neighbours go.
 */
export function plainText(text: string): string {
	return text
		.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
}

/** At most `length` UTF-16 units, the last of them an ellipsis where something was cut. */
export function cut(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** One line of foreign text, whose invisible characters become spaces like its ends of lines. */
export function inOneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
}
