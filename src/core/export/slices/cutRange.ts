import { formatCivil, parseCivil, toUtc } from '../../../shared/civilTime';
import type { TimeRange } from '../../../shared/comparison';
import { calendarOf, momentOf, shownOnceIn } from '../../plan/civilClock';
import type { Slicing } from '../../plan/plan';
import type { Zone } from '../../plan/range';

/** Both ends in the long form of the service document. */
export interface SliceRange {
	readonly since: string;
	readonly until: string;
}

const lengths: Readonly<Record<Slicing, number>> = { day: 86_400, hour: 3600 };

/** How far from where it should be a cut may be moved: a clock is put back or forward by hours, a calendar by a day. */
const farthestMove = 26 * 3600;
const moveStep = 60;

/**
 * Cuts a range at the edges of days or hours. See `cutAt` for what neighbours share; the first slice begins and the last
 * one ends as the range does.
 */
export function cutByCalendar(range: SliceRange, slicing: Slicing, zone: Zone): readonly SliceRange[] {
	const [since, until] = secondsOf(range);
	const length = lengths[slicing];
	const isShownOnce = shownOnceIn(zone);
	const cuts: number[] = [];
	let last = since;
	for (let edge = (Math.floor(since / length) + 1) * length; edge < until; edge += length) {
		const cut = isInside(edge, last, until) ? nearestCut(edge, last, until, isShownOnce) : undefined;
		if (cut !== undefined) {
			cuts.push(cut);
			last = cut;
		}
	}
	return cutAt(since, until, cuts);
}

/** How many slices `cutByCalendar` makes, but for cuts that find no place where the clock shows hours twice. */
export function countByCalendar(range: SliceRange, slicing: Slicing): number {
	const [since, until] = secondsOf(range);
	return Math.max(1, Math.ceil(until / lengths[slicing]) - Math.floor(since / lengths[slicing]));
}

/**
 * A day of a calendar, as `cutByCalendar` cuts it out of any range: it shares with its neighbours what slices share.
 * @param day `yyyy-mm-dd`
 * @param isShownOnce Of the zone; see `shownOnceIn`.
 * @returns undefined for a day that the zone's calendar does not have, as where it crossed the date line
 */
export function rangeOfDay(day: string, isShownOnce: (time: number) => boolean): SliceRange | undefined {
	const start = secondOf(day, 'start');
	const cutNear = (edge: number) => nearestCut(edge, edge - lengths.day, edge + lengths.day, isShownOnce);
	const [since, until] = [cutNear(start), cutNear(start + lengths.day)];
	return since === undefined || until === undefined || since >= until
		? undefined
		: { since: textOf(since), until: textOf(until + 1) };
}

interface HalvingOptions {
	/** Minimum seconds of each half, unless `near` is given. */
	readonly floor: number;
	/** Where the halves should meet. Outside of the range it is the middle, as if not told. */
	readonly near?: number;
}

/** Undefined when the range is too short, or nothing in it is a time that the clock shows once. */
export function halve(range: SliceRange, zone: Zone, { floor, near }: HalvingOptions) {
	const [since, until] = secondsOf(range);
	const wanted = near !== undefined && isInside(near, since, until) ? near : middle(since, until, floor);
	const cut = wanted === undefined ? undefined : nearestCut(wanted, since, until, shownOnceIn(zone));
	const [before, after] = cut === undefined ? [] : cutAt(since, until, [cut]);
	return before && after && ([before, after] as const);
}

function middle(since: number, until: number, floor: number): number | undefined {
	return until - since < 2 * floor ? undefined : Math.floor((since + until) / 2);
}

/**
 * Neighbours share the second of the cut and the one after it, so that the moments they share last one second. Then no
 * record is lost whatever a service makes of the ends of a range: a slice that lacks its last second has the one before
 * it, a slice that lacks its first second has the one after it, and what both have is found by comparing records.
 *
 * Cuts stay away from hours that the clock shows twice or not at all. A service that turns the end of one slice and the
 * start of the next into different moments would leave out what is between.
 */
function cutAt(since: number, until: number, cuts: readonly number[]): readonly SliceRange[] {
	return [since, ...cuts].map((start, index) => {
		const cut = cuts[index];
		return { since: textOf(start), until: textOf(cut === undefined ? until : cut + 1) };
	});
}

function nearestCut(
	wanted: number,
	since: number,
	until: number,
	isShownOnce: (time: number) => boolean,
): number | undefined {
	for (let distance = 0; distance <= farthestMove; distance += moveStep) {
		for (const cut of [wanted - distance, wanted + distance]) {
			if (isInside(cut, since, until) && isShownOnce(cut) && isShownOnce(cut + 1)) {
				return cut;
			}
		}
		if (wanted - distance <= since && wanted + distance + 1 >= until) {
			return undefined;
		}
	}
	return undefined;
}

/** Whether a cut leaves each side something that the other one does not have. */
function isInside(cut: number, since: number, until: number): boolean {
	return cut > since && cut + 1 < until;
}

export function secondsOf({ since, until }: SliceRange): readonly [since: number, until: number] {
	return [secondOf(since, 'start'), secondOf(until, 'end')];
}

/** A range on a clock as one of moments (Unix seconds). */
export function momentsOf(range: SliceRange, zone: Zone): TimeRange {
	const [since, until] = secondsOf(range);
	return { since: momentOf(since, zone, 'start'), until: momentOf(until, zone, 'end') };
}

/** @throws RangeError for what is no date: questions hold none such. */
function secondOf(text: string, edge: 'start' | 'end'): number {
	const parsed = parseCivil(text, edge);
	if (!parsed.ok) {
		throw new RangeError('a question holds what is no date');
	}
	return toUtc(parsed.time) / 1000;
}

function textOf(seconds: number): string {
	return formatCivil(calendarOf(seconds));
}
