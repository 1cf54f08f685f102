const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
/** The two forms of an HTTP date that name their zone (RFC 9110, section 5.6.7). */
const httpDate = new RegExp(`^${weekday}, \\d{2}[ -][A-Z][a-z]{2}[ -]\\d{2,4} \\d{2}:\\d{2}:\\d{2} GMT$`);

/**
 * Milliseconds that a `Retry-After` header asks for, as a number of seconds or a date (RFC 9110, section 10.2.3);
 * a date is measured against the service's own clock where its `Date` header tells it.
 * @param now Unix time in milliseconds.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (/^\d{1,9}$/.test(value)) {
		return Number(value) * 1000;
	}
	const at = readDate(value);
	return at === undefined ? undefined : Math.max(0, at - (dateOf(headers) ?? now));
}

/** When the service says that it answered (RFC 9110, section 6.6.1; Unix time in milliseconds); undefined where it does not. */
export function dateOf(headers: Readonly<Record<string, string>>): number | undefined {
	return readDate(headers['date']?.trim() ?? '');
}

function readDate(text: string): number | undefined {
	const milliseconds = httpDate.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
