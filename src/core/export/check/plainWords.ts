import { cut, plainText } from '../../common/plainText';
import { withoutMarkup } from '../../service/markup';

const maxSource = 16 * 1024;

const maxLength = 1200;

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	apos: "'",
	gt: '>',
	lt: '<',
	nbsp: ' ',
	quot: '"',
};

/**
 * Returns the visible text as one line. Callers must redact the token before they shorten the result, because a
 * truncated token is harder to recognize.
 */
export function plainWords(text: string): string {
	const source = text.slice(0, maxSource);
	return cut(plainText(looksLikeMarkup(source) ? stripMarkup(source) : source), maxLength);
}

export function looksLikeMarkup(text: string): boolean {
	return /^\s*<[a-z!?]/i.test(text);
}

function stripMarkup(text: string): string {
	return withoutMarkup(text).replace(/&([a-z]{2,6}|#\d{1,7});/gi, (whole, name: string) => decodeEntity(name) ?? whole);
}

function decodeEntity(name: string): string | undefined {
	if (!name.startsWith('#')) {
		return entities[name.toLowerCase()];
	}
	const code = Number(name.slice(1));
	const isCharacter = code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);
	return isCharacter ? String.fromCodePoint(code) : undefined;
}
