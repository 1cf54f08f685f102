import type { Zone } from '../../../../../src/core/plan/range';

/** Offsets of zones are whole quarters of an hour today (seconds). */
const quarter = 900;

/** From 14 hours east of UTC to 12 hours west of it. */
const offsets = Array.from({ length: 26 * 4 + 1 }, (_, index) => index * quarter - 12 * 3600);

/**
 * Whether a clock shows a time exactly once: it is looked at in every quarter of an hour that may show it. Times are
 * seconds on a calendar without a zone, counted as if it were UTC's.
 */
export function shownOnceOn(zone: Zone): (time: number) => boolean {
	if (zone.kind === 'offset') {
		return () => true;
	}
	// The Swedish write times as ISO 8601 does, with a space between date and time.
	const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone.name, dateStyle: 'short', timeStyle: 'medium' });
	return (time) => {
		const text = new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ');
		return offsets.filter((offset) => clock.format((time - offset) * 1000) === text).length === 1;
	};
}
