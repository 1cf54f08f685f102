const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
/** Matches the two formats of an HTTP date that include a time zone (RFC 9110, section 5.6.7). */
const httpDate = new RegExp(`^${weekday}, \\d{2}[ -][A-Z][a-z]{2}[ -]\\d{2,4} \\d{2}:\\d{2}:\\d{2} GMT$`);

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3). A date is relative to the service's `Date` header or, without this
 * header, to `now`.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
	const value = headers['retry-after']?.trim() ?? '';
	if (/^\d{1,9}$/.test(value)) {
		return Number(value) * 1000;
	}
	const at = readDate(value);
	return at === undefined ? undefined : Math.max(0, at - (getDate(headers) ?? now));
}

export function getDate(headers: Readonly<Record<string, string>>): number | undefined {
	return readDate(headers['date']?.trim() ?? '');
}

function readDate(text: string): number | undefined {
	const milliseconds = httpDate.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
