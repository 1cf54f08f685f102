import { invisible } from './invisible';

/**
 * Joiners and the emoji variation selector. These invisible characters aren't removed, because they change how other
 * characters look.
 */
const joining = '\u200c\u200d\ufe0f';

/** Converts untrusted text to one line without invisible and bidirectional formatting characters. */
export function plainText(text: string): string {
	return text
		.replace(/[\u2028\u2029]/g, ' ')
		.replace(invisible, (character) => (joining.includes(character) ? character : ''))
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
}

/** Truncates a string to at most `length` UTF-16 code units, including the ellipsis. */
export function cut(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function inOneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
}

/** Converts the name of a JSON member, such as `bundle_id` or `bundleId`, to words, such as `Bundle id`. */
export function wordsOfMember(name: string): string {
	const words = name
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, (_, before, after) => `${before} ${after.toLowerCase()}`)
		.replace(/[_\s-]+/g, ' ')
		.trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
