import type { TimeRange } from '../../../shared/comparison';
import { isZoneName, zoneOffsets } from '../../../shared/zones';
import { intersection, placeIn, secondsIn } from './spans';

const daySeconds = 86_400;

/** More days than this are of times that are wrong: nothing is told by them. */
const maxDays = 4000;

/** Pieces of time, counted from 0 on. */
export interface Periods {
	readonly count: number;
	/** -1 for a time that is in none of them. */
	of(time: number): number;
}

/** The days of a clock of which the spans have every second. */
export function wholeDays(spans: readonly TimeRange[], timeZone: string): Periods {
	const [first, last] = [spans[0], spans.at(-1)];
	if (!first || !last || last.until - first.since > maxDays * daySeconds) {
		return { count: 0, of: () => -1 };
	}
	const starts = midnights(first.since, last.until, timeZone);
	const places = new Int32Array(starts.length).fill(-1);
	let count = 0;
	for (const [day, since] of starts.slice(0, -1).entries()) {
		const until = (starts[day + 1] ?? 0) - 1;
		if (secondsIn(intersection(spans, [{ since, until }])) === until - since + 1) {
			places[day] = count++;
		}
	}
	return { count, of: (time) => places[dayAt(starts, time)] ?? -1 };
}

/** The spans in so many parts of the same length. */
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

/** The hour of the day that a clock shows, for many moments. */
export function hourOfDay(first: number, last: number, timeZone: string): (time: number) => number {
	if (!(last - first <= maxDays * daySeconds)) {
		return (time) => hourOf(time);
	}
	const starts = midnights(first, last, timeZone);
	const offsetAt = offsetsOf(timeZone);
	// Clocks are put forward or back on days of another length: only there they are asked for each moment.
	const plain = starts.map((start, day) =>
		(starts[day + 1] ?? Number.NaN) - start === daySeconds ? offsetAt(start) : undefined,
	);
	return (time) => hourOf(time + (plain[dayAt(starts, time)] ?? offsetAt(time)));
}

function hourOf(local: number): number {
	return Math.floor((((local % daySeconds) + daySeconds) % daySeconds) / 3600);
}

/** The beginnings of the days from that of a moment to the one after that of another (Unix seconds). */
function midnights(first: number, last: number, timeZone: string): number[] {
	const offsetAt = offsetsOf(timeZone);
	const starts: number[] = [];
	let offset = offsetAt(first);
	for (let day = Math.floor((first + offset) / daySeconds); ; day++) {
		const local = day * daySeconds;
		// Mostly that of the day before; where it is not, it may change once more between a guess and what that was made for.
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

function offsetsOf(timeZone: string): (seconds: number) => number {
	return timeZone === 'UTC' ? () => 0 : zoneOffsets(isZoneName(timeZone) ? timeZone : 'UTC');
}
