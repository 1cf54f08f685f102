import { fromUtc, toUtc } from '../civilTime';
import { civilNow, type Zone } from '../range';

const daySeconds = 86_400;

/*
 * Times here are seconds on a calendar without a zone, counted as if it were UTC's: fit for arithmetic and comparison.
 */

/**
 * Whether a clock shows a time exactly once. Put forward it skips times, put back it shows some twice; nothing tells which
 * of the two a service means.
 */
export function isShownOnce(time: number, zone: Zone): boolean {
	if (zone.kind === 'offset') {
		return true;
	}
	const [before, after] = [offsetAt(time - daySeconds, zone), offsetAt(time + daySeconds, zone)];
	if (before === after) {
		return true;
	}
	const moments = [time - before, time - after];
	return moments.filter((moment) => clockAt(moment, zone) === time).length === 1;
}

/** What the clock shows at a moment of Unix time, in seconds. */
export function clockAt(moment: number, zone: Zone): number {
	return toUtc(civilNow(new Date(moment * 1000), zone)) / 1000;
}

export function calendarOf(time: number) {
	return fromUtc(time * 1000);
}

/** Seconds east of UTC. */
function offsetAt(moment: number, zone: Zone): number {
	return clockAt(moment, zone) - moment;
}
