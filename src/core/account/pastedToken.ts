export type PastedTokenProblem =
	| 'empty'
	/** The address the identity provider ends at when access was not granted. */
	| 'denied'
	/** An address, but without a token in it. */
	| 'addressWithoutToken'
	/** Several words: a sentence, not a token. */
	| 'spaces'
	/** Something that cannot stand in a header: a token is printable ASCII. */
	| 'characters';

type PastedToken =
	| { readonly ok: true; readonly token: string }
	| { readonly ok: false; readonly problem: PastedTokenProblem };

/**
 * Finds the access token in what a person pastes: the token alone, with stray spaces or quotes, with the scheme or name
 * of its header, or within the address or the answer the identity provider gave (RFC 6749, sections 4.2.2 and 5.1).
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

type Answer =
	| { readonly kind: 'token'; readonly value: string }
	| { readonly kind: 'denied' }
	| { readonly kind: 'none' };

/** The parameter of an address, or the member of a JSON object. */
function answerIn(text: string): Answer {
	const value = /(?:^|[#?&{,\s"'])access_token["']?\s*[=:]\s*["']?([^&#"',}\s]*)/.exec(text)?.[1];
	if (value !== undefined) {
		return { kind: 'token', value };
	}
	return /(?:^|[#?&{,\s"'])error["']?\s*[=:]/.test(text) ? { kind: 'denied' } : { kind: 'none' };
}

/** Without what copying leaves around a text: white space, invisible characters and quotes in pairs. */
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
