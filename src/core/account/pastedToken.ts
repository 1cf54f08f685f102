export type PastedTokenProblem =
	| 'empty'
	| 'denied'
	| 'addressWithoutToken'
	/** The pasted text contains spaces, so it is probably a sentence instead of a token. */
	| 'spaces'
	/** The pasted text contains characters that aren't printable ASCII and therefore can't be part of a token. */
	| 'characters';

type PastedToken =
	| { readonly ok: true; readonly token: string }
	| { readonly ok: false; readonly problem: PastedTokenProblem };

/**
 * Extracts the access token from a pasted header, redirect URL, or JSON response (RFC 6749, sections 4.2.2 and 5.1).
 */
export function readPastedToken(pasted: string): PastedToken {
	const text = bare(pasted);
	if (text === '') {
		return { ok: false, problem: 'empty' };
	}
	const answer = [text, decoded(text)].map(answerIn).find((found) => found.kind !== 'none');
	if (answer?.kind === 'denied') {
		return { ok: false, problem: 'denied' };
	}
	if (answer?.kind === 'token') {
		return asToken(decoded(answer.value));
	}
	if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
		return { ok: false, problem: 'addressWithoutToken' };
	}
	return asToken(bare(text.replace(/^(?:authorization\s*:\s*)?(?:(?:oauth|bearer)\s+)?/i, '')));
}

function asToken(token: string): PastedToken {
	if (token === '') {
		return { ok: false, problem: 'empty' };
	}
	if (/\s/.test(token)) {
		return { ok: false, problem: 'spaces' };
	}
	return /^[\x21-\x7e]+$/.test(token) ? { ok: true, token } : { ok: false, problem: 'characters' };
}

type TokenExtraction =
	| { readonly kind: 'token'; readonly value: string }
	| { readonly kind: 'denied' }
	| { readonly kind: 'none' };

function answerIn(text: string): TokenExtraction {
	const value = /(?:^|[#?&{,\s"'])access_token["']?\s*[=:]\s*["']?([^&#"',}\s]*)/.exec(text)?.[1];
	if (value !== undefined) {
		return { kind: 'token', value };
	}
	return /(?:^|[#?&{,\s"'])error["']?\s*[=:]/.test(text) ? { kind: 'denied' } : { kind: 'none' };
}

function bare(text: string): string {
	let [start, end] = [0, text.length];
	for (;;) {
		while (start < end && unseen.test(text.charAt(start))) {
			start++;
		}
		while (end > start && unseen.test(text.charAt(end - 1))) {
			end--;
		}
		if (end - start < 2 || !pairs.has(text.charAt(start) + text.charAt(end - 1))) {
			return text.slice(start, end);
		}
		start++;
		end--;
	}
}

const unseen = /[\s\u200b-\u200d\u2060\ufeff]/;
const pairs = new Set(['""', "''", '``', '<>', '“”', '„“', '‘’', '«»']);

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
