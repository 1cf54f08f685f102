import type { Zone } from '../../../../../src/core/plan/range';

/** Seconds in a quarter of an hour. All current time zone offsets are multiples of it. */
const quarter = 900;

const offsets = Array.from({ length: 26 * 4 + 1 }, (_, index) => index * quarter - 12 * 3600);

/** Returns whether the zone shows a local time exactly once. Local times are seconds counted as if they were UTC. */
export function shownOnceOn(zone: Zone): (time: number) => boolean {
	if (zone.kind === 'offset') {
		return () => true;
	}
	// The Swedish locale formats times like ISO 8601, with a space between date and time.
	const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone.name, dateStyle: 'short', timeStyle: 'medium' });
	return (time) => {
		const text = new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ');
		return offsets.filter((offset) => clock.format((time - offset) * 1000) === text).length === 1;
	};
}
