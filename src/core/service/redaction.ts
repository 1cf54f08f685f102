import { withoutTrailing } from '../common/endings';
import { type Decoding, decodings, withoutCutCharacter } from './decodings';

/** Takes a token out of text. */
export type Redactor = (text: string) => string;

const replacement = '[token]';

/** A base64 run shorter than this is as likely an ordinary word. */
const minBase64Length = 8;

/** Characters that one character may become where it is encoded, more than once if need be. */
const maxEncodedLength = 32;

/**
 * Removes a token in the forms a service, a gateway or a proxy may echo it in: as it is, anywhere inside of base64 or in
 * hexadecimal, and any of these with characters written as in addresses, HTML or JSON.
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

/**
 * Removes the beginning of a token at the end of a text that was cut there.
 * @param shortest How many characters of a token tell nobody anything.
 */
export function redactEnd(text: string, token: string, shortest = 3): string {
	const forms = formsOf(token);
	const longest = Math.max(...forms.map(({ length }) => length));
	// What is not near the end need not be looked at.
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

/** Where the longest beginning of a form starts that a text ends with. */
function beginsAt(form: string, { text, starts }: Decoding, shortest: number): number | undefined {
	const lower = inSmallLetters(text);
	for (let length = Math.min(form.length, lower.length); length > shortest; length--) {
		if (lower.endsWith(form.slice(0, length))) {
			return starts[lower.length - length];
		}
	}
	return undefined;
}

/** Of the same length whatever the text, as `toLowerCase` is not. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function formsOf(token: string): readonly string[] {
	const bytes = Buffer.from(token, 'utf8');
	const forms = new Set([token, encodeURIComponent(token), bytes.toString('hex')]);
	// Depending on what stands before it, a token begins at one of three places within a group of three bytes; the
	// characters at either end also hold bits of the neighbours and so are no part of the form.
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
