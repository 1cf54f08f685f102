import { addDays, type CivilTime, fromUtc, toUtc } from '../../shared/civilTime';
import { dayCounts, type Range } from './range';

/** How much longer a typed range gets. */
const factor = 4;

const secondMs = 1000;

/**
 * Up to two ranges that hold the given one and more, the smaller first.
 *
 * @param asked The ends it was resolved to, since a range longer than any relative one is typed.
 */
export function widerRanges(range: Range, asked: { readonly since: CivilTime; readonly until: CivilTime }): Range[] {
	if (range.kind === 'between' || (range.kind === 'lastDays' && range.days === dayCounts.at(-1))) {
		return [longer(asked)];
	}
	const days = range.kind === 'lastDays' ? range.days : 1;
	const larger = dayCounts.filter((count) => count > days);
	return [...new Set([larger[0], larger.at(-1)])].filter((count) => count !== undefined).map(toRange);
}

function longer({ since, until }: { readonly since: CivilTime; readonly until: CivilTime }): Range {
	// The last second of a minute stands for the whole of it, so that of whole days come whole days.
	const end = toUtc(until) + (until.second === 59 ? secondMs : 0);
	// A range of less than a day gets one at least.
	const length = Math.max(end - toUtc(since), toUtc(addDays(since, 1)) - toUtc(since));
	return { kind: 'between', since: fromUtc(end - factor * length), until };
}

function toRange(days: (typeof dayCounts)[number]): Range {
	return { kind: 'lastDays', days };
}
