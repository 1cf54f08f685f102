import { type DayEdge, formatCivil, fromUtc, parseCivil, toUtc } from '../../shared/civilTime';

/** Converts a local time to seconds as if local time were UTC. Use the result only for arithmetic and comparison. */
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

/** Returns the length of a range in seconds. Both bounds are inclusive. */
export function rangeSeconds({ since, until }: { readonly since: string; readonly until: string }): number {
	return civilSeconds(until, 'end') - civilSeconds(since, 'start') + 1;
}
