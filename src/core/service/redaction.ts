import { withoutTrailing } from '../common/endings';
import { type Decoding, decodings, withoutCutCharacter } from './decodings';

export type Redactor = (text: string) => string;

const replacement = '[token]';

/** Minimum length of base64 text to remove. Shorter text is kept, because it may be an ordinary word. */
const minBase64Length = 8;

/** Maximum length of an encoded character, which may be encoded several times. */
const maxEncodedLength = 32;

/**
 * Returns a function that removes a token from text. Recognizes encodings such as base64 and URL encoding, because a
 * service, gateway, or proxy may return the token encoded.
 */
export function createRedactor(token: string): Redactor {
	if (token === '') {
		return (text) => text;
	}
	const forms = formsOf(token);
	return (text) => {
		const found = decodings(text).flatMap((decoding) => forms.flatMap((form) => placesOf(form, decoding)));
		let [redacted, end] = ['', 0];
		for (const [start, after] of found.sort(([a], [b]) => a - b)) {
			if (start >= end) {
				redacted += text.slice(end, start) + replacement;
			}
			end = Math.max(end, after);
		}
		return redacted + text.slice(end);
	};
}

/** Removes the start of a token at the end of truncated text if more than `shortest` characters of the token remain. */
export function redactEnd(text: string, token: string, shortest = 3): string {
	const forms = formsOf(token);
	const longest = Math.max(...forms.map(({ length }) => length));
	const before = Math.max(0, text.length - longest * maxEncodedLength);
	const end = text.slice(before);
	const starts = [end, withoutCutCharacter(end)]
		.flatMap(decodings)
		.flatMap((decoding) => forms.map((form) => beginsAt(form, decoding, shortest)))
		.filter((start) => start !== undefined);
	return starts.length === 0 ? text : text.slice(0, before + Math.min(...starts)) + replacement;
}

function placesOf(form: string, { text, starts }: Decoding): readonly (readonly [start: number, end: number])[] {
	const places: (readonly [number, number])[] = [];
	const lower = inSmallLetters(text);
	for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, at + form.length)) {
		places.push([starts[at] ?? 0, starts[at + form.length] ?? 0]);
	}
	return places;
}

function beginsAt(form: string, { text, starts }: Decoding, shortest: number): number | undefined {
	const lower = inSmallLetters(text);
	for (let length = Math.min(form.length, lower.length); length > shortest; length--) {
		if (lower.endsWith(form.slice(0, length))) {
			return starts[lower.length - length];
		}
	}
	return undefined;
}

/** Converts ASCII letters to lowercase. Unlike `toLowerCase`, never changes the length of the text. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function formsOf(token: string): readonly string[] {
	const bytes = Buffer.from(token, 'utf8');
	const forms = new Set([token, encodeURIComponent(token), bytes.toString('hex')]);
	// Base64 encodes groups of three bytes, and a token can start at any byte of a group. The first and last encoded
	// characters aren't compared, because they also contain bits of adjacent bytes.
	for (const offset of [0, 1, 2]) {
		const encoded = withoutTrailing(Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64'), '=');
		const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
		const inner = encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - tail);
		if (inner.length >= minBase64Length) {
			forms.add(inner);
			forms.add(inner.replaceAll('+', '-').replaceAll('/', '_'));
		}
	}
	return [...forms].map(inSmallLetters);
}
