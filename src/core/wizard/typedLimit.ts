type TypedLimit = { readonly ok: true; readonly limit: number | undefined } | { readonly ok: false };

/**
 * Reads a limit as a person types it: digits, which may stand in groups of three. Nothing typed is no limit. Anything
 * else is refused, for `1.5` without its dot would be fifteen.
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
