import { type CivilTime, type DayEdge, formatDay, fromUtc, toUtc } from '../../shared/civilTime';
import { zoneOffsets } from '../../shared/zones';
import { civilNow, type Zone } from './range';

const daySeconds = 86_400;

/* In this file, a local time is represented by the Unix time of the same date and time in UTC. */

/**
 * Returns a function that checks whether a local time occurs exactly once. A clock change can skip or repeat local
 * times. UTC offsets are cached by day, because lookups are slow.
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

/** Returns a function that returns the UTC offset, in seconds, at a Unix time. Offsets east of UTC are positive. */
function offsetsOf(zone: Zone): (moment: number) => number {
	return zone.kind === 'offset' ? () => zone.seconds : zoneOffsets(zone.name);
}

export function getClock(zone: Zone): (moment: Date) => CivilTime {
	const offsetAt = offsetsOf(zone);
	return (moment) => fromUtc(moment.getTime() + offsetAt(moment.getTime() / 1000) * 1000);
}

/** Converts a Unix time to a local time. Both are in seconds. */
export function clockAt(moment: number, zone: Zone): number {
	return toUtc(civilNow(new Date(moment * 1000), zone)) / 1000;
}

/**
 * Converts a local time to Unix seconds. If the local time occurs twice, returns the earlier time for the start of a
 * range and the later time for its end.
 */
export function getMoment(time: number, zone: Zone, edge: DayEdge): number {
	const offsetAt = offsetsOf(zone);
	const moments = [time - offsetAt(time - daySeconds), time - offsetAt(time + daySeconds)];
	const isShown = moments.some((moment) => moment + offsetAt(moment) === time);
	const shown = moments.filter((moment) => !isShown || moment + offsetAt(moment) === time);
	return (edge === 'start') === isShown ? Math.min(...shown) : Math.max(...shown);
}

export function getCalendar(time: number) {
	return fromUtc(time * 1000);
}

/** Returns the day of a Unix time in seconds, in the format `yyyy-mm-dd`. */
export function dayAt(seconds: number, zone: Zone): string {
	return formatDay(civilNow(new Date(seconds * 1000), zone));
}
