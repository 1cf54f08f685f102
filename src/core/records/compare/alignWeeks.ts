import type { ComparedSide, TimeRange } from '../../../shared/comparison';
import { offsetsOf } from './periods';
import { intersection, secondsIn } from './spans';

const daySeconds = 86_400;
const weekSeconds = 7 * daySeconds;

/**
 * The longer time range is compared in at most this many parts. The parts closest to the shorter range are preferred.
 */
const maxParts = 8;
const ignoredSeconds = 60;
/** Minimum share of the longer time range that must be compared if both time ranges are at least a week long. */
const leastCovered = 0.9;
/** Maximum number of weeks to shift a time span. Larger shifts can only result from invalid times. */
const maxWeeks = 600;

/** Time spans with the same weekdays and hours on both sides of a comparison, so that weekly patterns cancel out. */
export interface AlignedWeeks {
	readonly shorter: ComparedSide;
	readonly spans: readonly TimeRange[];
	/** Each part is a copy of `spans` that was shifted by whole weeks into the longer time range. Parts don't overlap. */
	readonly parts: readonly (readonly TimeRange[])[];
}

/** Finds time spans in the longer time range that have the same weekdays and hours as the shorter time range. */
export function alignWeeks(
	before: readonly TimeRange[],
	after: readonly TimeRange[],
	timeZone: string,
): AlignedWeeks | undefined {
	const [secondsBefore, secondsAfter] = [secondsIn(before), secondsIn(after)];
	const shorter = secondsAfter <= secondsBefore ? 'after' : 'before';
	const [spans, longer] = shorter === 'after' ? [after, before] : [before, after];
	const [first, last] = [spans[0]?.since, spans.at(-1)?.until];
	const [longFirst, longLast] = [longer[0]?.since, longer.at(-1)?.until];
	if (first === undefined || last === undefined || longFirst === undefined || longLast === undefined) {
		return undefined;
	}
	const earliest = Math.max(-maxWeeks, Math.floor((longFirst - first) / weekSeconds));
	const latest = Math.min(maxWeeks, Math.ceil((longLast - last) / weekSeconds));
	const weeks = Array.from({ length: Math.max(0, latest - earliest + 1) }, (_, index) => earliest + index);
	const shift = shiftWeeks(timeZone);
	const parts: (readonly TimeRange[])[] = [];
	for (const week of weeks.sort((one, other) => Math.abs(one) - Math.abs(other))) {
		const shifted = spans.map(({ since, until }) => ({ since: shift(since, week), until: shift(until, week) }));
		const part = intersection(shifted, longer);
		const isWhole = secondsIn(part) >= secondsIn(shifted) - ignoredSeconds;
		if (isWhole && parts.length < maxParts && parts.every((other) => intersection(part, other).length === 0)) {
			parts.push(part);
		}
	}
	const covered = parts.reduce((sum, part) => sum + secondsIn(part), 0);
	const isWeek = Math.min(secondsBefore, secondsAfter) >= weekSeconds;
	return parts.length === 0 || (isWeek && covered < leastCovered * secondsIn(longer))
		? undefined
		: { shorter, spans, parts };
}

function shiftWeeks(timeZone: string): (time: number, weeks: number) => number {
	const offsetAt = offsetsOf(timeZone);
	return (time, weeks) => {
		const moved = time + weeks * weekSeconds;
		return moved + offsetAt(time) - offsetAt(moved);
	};
}
