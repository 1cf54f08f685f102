import { withoutTrailing } from '../endings';

/** Takes a token out of text. */
export type Redactor = (text: string) => string;

const replacement = '[token]';

/** A base64 run shorter than this is as likely an ordinary word. */
const shortestBase64 = 8;

/**
 * Removes a token in the forms a service, a gateway or a proxy may echo it in: as it is, percent-encoded, with the
 * slashes of JSON escaped, in HTML, or anywhere inside of base64.
 */
export function createRedactor(token: string): Redactor {
	if (token === '') {
		return (text) => text;
	}
	const forms = [...formsOf(token)].sort((a, b) => b.length - a.length);
	const anywhere = new RegExp(forms.map((form) => escapeForPattern(form)).join('|'), 'gi');
	return (text) => text.replace(anywhere, replacement);
}

/**
 * Removes the beginning of a token at the end of a text that was cut there.
 * @param shortest How many characters of a token tell nobody anything.
 */
export function redactEnd(text: string, token: string, shortest = 3): string {
	const lower = text.toLowerCase();
	for (const form of formsOf(token)) {
		for (let length = Math.min(form.length, text.length); length > shortest; length--) {
			if (lower.endsWith(form.slice(0, length).toLowerCase())) {
				return text.slice(0, -length) + replacement;
			}
		}
	}
	return text;
}

function formsOf(token: string): Set<string> {
	const bytes = Buffer.from(token, 'utf8');
	const forms = new Set([
		token,
		encodeURIComponent(token),
		[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
		token.replaceAll('/', '\\/'),
		token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
	]);
	// Depending on what stands before it, a token begins at one of three places within a group of three bytes; the
	// characters at either end also hold bits of the neighbours and so are no part of the form.
	for (const offset of [0, 1, 2]) {
		const encoded = withoutTrailing(Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64'), '=');
		const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1;
		const inner = encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - tail);
		if (inner.length >= shortestBase64) {
			forms.add(inner);
			forms.add(inner.replaceAll('+', '-').replaceAll('/', '_'));
		}
	}
	return forms;
}

function escapeForPattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
