import { type DayEdge, formatCivil, fromUtc, parseCivil, toUtc } from '../../shared/civilTime';

/**
 * A date and time of the service as seconds, as if its clock were UTC's: fit for arithmetic and comparison only.
 * @throws RangeError when the text is none.
 */
export function civilSeconds(text: string, edge: DayEdge): number {
	const parsed = parseCivil(text, edge);
	if (!parsed.ok) {
		throw new RangeError(`not a date: ${text}`);
	}
	return toUtc(parsed.time) / 1000;
}

export function addSeconds(text: string, seconds: number): string {
	return formatCivil(fromUtc((civilSeconds(text, 'start') + seconds) * 1000));
}

/** Both ends are inclusive. */
export function rangeSeconds({ since, until }: { readonly since: string; readonly until: string }): number {
	return civilSeconds(until, 'end') - civilSeconds(since, 'start') + 1;
}
