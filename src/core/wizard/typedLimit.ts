type TypedLimit = { readonly ok: true; readonly limit: number | undefined } | { readonly ok: false };

/**
 * Parses a number that the user has typed. Digits may be in groups of three. Other separators are rejected, so that
 * `1.5` doesn't become 15.
 */
export function readTypedLimit(text: string): TypedLimit {
	const typed = text.trim();
	if (typed === '') {
		return { ok: true, limit: undefined };
	}
	if (!/^(?:\d+|\d{1,3}(?:[\s_,.'’]\d{3})+)$/.test(typed)) {
		return { ok: false };
	}
	const limit = Number(typed.replace(/\D/g, ''));
	return Number.isSafeInteger(limit) && limit > 0 ? { ok: true, limit } : { ok: false };
}
