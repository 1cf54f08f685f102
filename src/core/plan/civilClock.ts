import { type CivilTime, type DayEdge, fromUtc, toUtc } from '../../shared/civilTime';
import { zoneOffsets } from '../../shared/zones';
import { civilNow, type Zone } from './range';

const daySeconds = 86_400;

/*
 * Times here are seconds on a calendar without a zone, counted as if it were UTC's: fit for arithmetic and comparison.
 */

/**
 * Whether a clock shows a time exactly once. Put forward it skips times, put back it shows some twice; nothing tells which
 * of the two a service means. To ask a clock takes long, so it is asked once for each day, and for a time itself only
 * around the days on which it is put forward or back.
 */
export function shownOnceIn(zone: Zone): (time: number) => boolean {
	const offsetAt = offsetsOf(zone);
	const offsets = new Map<number, number>();
	const offsetOn = (day: number) => {
		const offset = offsets.get(day) ?? offsetAt(day * daySeconds);
		offsets.set(day, offset);
		return offset;
	};
	return (time) => {
		const day = Math.floor(time / daySeconds);
		const [first, ...others] = [day - 1, day, day + 1, day + 2].map(offsetOn);
		return others.every((offset) => offset === first) || isOnce(time, offsetAt);
	};
}

function isOnce(time: number, offsetAt: (moment: number) => number): boolean {
	const [before, after] = [offsetAt(time - daySeconds), offsetAt(time + daySeconds)];
	if (before === after) {
		return true;
	}
	const moments = [time - before, time - after];
	return moments.filter((moment) => moment + offsetAt(moment) === time).length === 1;
}

/** Seconds east of UTC at a moment of Unix time. */
function offsetsOf(zone: Zone): (moment: number) => number {
	return zone.kind === 'offset' ? () => zone.seconds : zoneOffsets(zone.name);
}

/** What a clock shows, for many moments. */
export function clockOf(zone: Zone): (moment: Date) => CivilTime {
	const offsetAt = offsetsOf(zone);
	return (moment) => fromUtc(moment.getTime() + offsetAt(moment.getTime() / 1000) * 1000);
}

/** What the clock shows at a moment of Unix time, in seconds. */
export function clockAt(moment: number, zone: Zone): number {
	return toUtc(civilNow(new Date(moment * 1000), zone)) / 1000;
}

/**
 * When a clock shows a time, as Unix time in seconds. Of a range's end, the earlier moment where it begins and the later one
 * where it ends if there are two, since both are in it; of a time that the clock skips, a moment inside of the range.
 */
export function momentOf(time: number, zone: Zone, edge: DayEdge): number {
	const offsetAt = offsetsOf(zone);
	const moments = [time - offsetAt(time - daySeconds), time - offsetAt(time + daySeconds)];
	const isShown = moments.some((moment) => moment + offsetAt(moment) === time);
	const shown = moments.filter((moment) => !isShown || moment + offsetAt(moment) === time);
	return (edge === 'start') === isShown ? Math.min(...shown) : Math.max(...shown);
}

export function calendarOf(time: number) {
	return fromUtc(time * 1000);
}
