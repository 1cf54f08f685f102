import { formatCivil, parseCivil, toUtc } from '../../../shared/civilTime';
import type { TimeRange } from '../../../shared/comparison';
import { getCalendar, getMoment, shownOnceIn } from '../../plan/civilClock';
import type { Chunking } from '../../plan/plan';
import type { Zone } from '../../plan/range';

export interface ChunkRange {
	readonly since: string;
	readonly until: string;
}

const lengths: Readonly<Record<Chunking, number>> = { day: 86_400, hour: 3600 };

/**
 * Maximum distance, in seconds, between a cut and its preferred time. Clock changes shift times by hours, and a change
 * of the date line shifts them by up to a day.
 */
const farthestMove = 26 * 3600;
const moveStep = 60;

/** Splits a range at the starts of days or hours. Adjacent chunks overlap by one second (see `cutAt`). */
export function splitByCalendar(range: ChunkRange, chunking: Chunking, zone: Zone): readonly ChunkRange[] {
	const [since, until] = getSeconds(range);
	const length = lengths[chunking];
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

/** Returns the maximum number of chunks. The actual number is lower if a clock change makes a cut impossible. */
export function countByCalendar(range: ChunkRange, chunking: Chunking): number {
	const [since, until] = getSeconds(range);
	return Math.max(1, Math.ceil(until / lengths[chunking]) - Math.floor(since / lengths[chunking]));
}

/** Returns the range of a calendar day (`yyyy-mm-dd`). Undefined if the day does not exist in the time zone. */
export function rangeOfDay(day: string, isShownOnce: (time: number) => boolean): ChunkRange | undefined {
	const start = secondOf(day, 'start');
	const cutNear = (edge: number) => nearestCut(edge, edge - lengths.day, edge + lengths.day, isShownOnce);
	const [since, until] = [cutNear(start), cutNear(start + lengths.day)];
	return since === undefined || until === undefined || since >= until
		? undefined
		: { since: getText(since), until: getText(until + 1) };
}

interface HalvingOptions {
	/** Minimum duration of each half, in seconds. Has no effect if `near` is used. */
	readonly floor: number;
	/** Preferred time of the cut. If it is outside the range, the range is cut in the middle. */
	readonly near?: number;
}

/** Splits a range into halves. Returns undefined if the range is too short or contains no unambiguous local time. */
export function halve(range: ChunkRange, zone: Zone, { floor, near }: HalvingOptions) {
	const [since, until] = getSeconds(range);
	const wanted = near !== undefined && isInside(near, since, until) ? near : middle(since, until, floor);
	const cut = wanted === undefined ? undefined : nearestCut(wanted, since, until, shownOnceIn(zone));
	const [before, after] = cut === undefined ? [] : cutAt(since, until, [cut]);
	return before && after && ([before, after] as const);
}

function middle(since: number, until: number, floor: number): number | undefined {
	return until - since < 2 * floor ? undefined : Math.floor((since + until) / 2);
}

/**
 * Cuts a range at the given times. Adjacent chunks overlap by one second, because the service may exclude the ends of a
 * range. Local times that a clock change repeats or skips aren't used, because the service could interpret them
 * differently at the end of one chunk and at the start of the next.
 */
function cutAt(since: number, until: number, cuts: readonly number[]): readonly ChunkRange[] {
	return [since, ...cuts].map((start, index) => {
		const cut = cuts[index];
		return { since: getText(start), until: getText(cut === undefined ? until : cut + 1) };
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

function isInside(cut: number, since: number, until: number): boolean {
	return cut > since && cut + 1 < until;
}

export function getSeconds({ since, until }: ChunkRange): readonly [since: number, until: number] {
	return [secondOf(since, 'start'), secondOf(until, 'end')];
}

export function getMoments(range: ChunkRange, zone: Zone): TimeRange {
	const [since, until] = getSeconds(range);
	return { since: getMoment(since, zone, 'start'), until: getMoment(until, zone, 'end') };
}

function secondOf(text: string, edge: 'start' | 'end'): number {
	const parsed = parseCivil(text, edge);
	if (!parsed.ok) {
		throw new RangeError('a question holds what is no date');
	}
	return toUtc(parsed.time) / 1000;
}

function getText(seconds: number): string {
	return formatCivil(getCalendar(seconds));
}
