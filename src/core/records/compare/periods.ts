import type { TimeRange } from '../../../shared/comparison';
import { isZoneName, zoneOffsets } from '../../../shared/zones';
import { intersection, placeIn, secondsIn } from './spans';

const daySeconds = 86_400;

/** Maximum number of days. A longer range results from invalid times, so it isn't divided into days. */
const maxDays = 4000;

export interface Periods {
	readonly count: number;
	/** Day of the week of each period, from 0 to 6. Undefined if the periods aren't days. */
	readonly weekdays?: readonly number[];
	/** Returns the index of the period that contains a time, or -1 if there is no such period. */
	of(time: number): number;
}

export function wholeDays(spans: readonly TimeRange[], timeZone: string): Periods {
	const [first, last] = [spans[0], spans.at(-1)];
	if (!first || !last || last.until - first.since > maxDays * daySeconds) {
		return { count: 0, of: () => -1 };
	}
	const starts = midnights(first.since, last.until, timeZone);
	const places = new Int32Array(starts.length).fill(-1);
	const offsetAt = offsetsOf(timeZone);
	const weekdays: number[] = [];
	let count = 0;
	for (const [day, since] of starts.slice(0, -1).entries()) {
		const until = (starts[day + 1] ?? 0) - 1;
		if (secondsIn(intersection(spans, [{ since, until }])) === until - since + 1) {
			places[day] = count++;
			const noon = since + daySeconds / 2;
			weekdays.push(Math.floor((noon + offsetAt(noon)) / daySeconds) % 7);
		}
	}
	return { count, weekdays, of: (time) => places[dayAt(starts, time)] ?? -1 };
}

export function equalParts(spans: readonly TimeRange[], parts: number): Periods {
	const place = placeIn(spans);
	const scale = parts / secondsIn(spans);
	return {
		count: parts,
		of: (time) => {
			const found = place(time);
			return found === undefined ? -1 : Math.floor(found * scale);
		},
	};
}

/** Divides each list of spans into equal periods. The lists must not overlap. */
export function periodsOfParts(parts: readonly (readonly TimeRange[])[], periods: number): Periods {
	const places = parts.map((spans) => ({ place: placeIn(spans), scale: periods / secondsIn(spans) }));
	return {
		count: parts.length * periods,
		of: (time) => {
			for (const [part, { place, scale }] of places.entries()) {
				const found = place(time);
				if (found !== undefined) {
					return part * periods + Math.floor(found * scale);
				}
			}
			return -1;
		},
	};
}

export function hourOfDay(first: number, last: number, timeZone: string): (time: number) => number {
	if (!(last - first <= maxDays * daySeconds)) {
		return (time) => hourOf(time);
	}
	const starts = midnights(first, last, timeZone);
	const offsetAt = offsetsOf(timeZone);
	// On days with a clock change, the UTC offset is looked up for each time, because it changes during the day.
	const plain = starts.map((start, day) =>
		(starts[day + 1] ?? Number.NaN) - start === daySeconds ? offsetAt(start) : undefined,
	);
	return (time) => hourOf(time + (plain[dayAt(starts, time)] ?? offsetAt(time)));
}

function hourOf(local: number): number {
	return Math.floor((((local % daySeconds) + daySeconds) % daySeconds) / 3600);
}

function midnights(first: number, last: number, timeZone: string): number[] {
	const offsetAt = offsetsOf(timeZone);
	const starts: number[] = [];
	let offset = offsetAt(first);
	for (let day = Math.floor((first + offset) / daySeconds); ; day++) {
		const local = day * daySeconds;
		// Tries the UTC offset of the previous day first. If it is wrong, a second lookup finds the correct one.
		const before = offset;
		offset = offsetAt(local - before);
		offset = offset === before ? offset : offsetAt(local - offset);
		starts.push(local - offset);
		if ((starts.at(-1) ?? 0) > last) {
			return starts;
		}
	}
}

function dayAt(starts: readonly number[], time: number): number {
	const [first = 0] = starts;
	let day = Math.min(starts.length - 1, Math.max(0, Math.floor((time - first) / daySeconds)));
	while (day > 0 && time < (starts[day] ?? 0)) {
		day--;
	}
	while (time >= (starts[day + 1] ?? Number.POSITIVE_INFINITY)) {
		day++;
	}
	return time < first ? -1 : day;
}

export function offsetsOf(timeZone: string): (seconds: number) => number {
	return timeZone === 'UTC' ? () => 0 : zoneOffsets(isZoneName(timeZone) ? timeZone : 'UTC');
}
