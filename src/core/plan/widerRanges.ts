import { addDays, type CivilTime, fromUtc, toUtc } from '../../shared/civilTime';
import { dayCounts, type Range } from './range';

const factor = 4;

const largestCount = Math.max(...dayCounts);

const secondMs = 1000;

/** Suggests up to two wider ranges that include the given range. The narrower range comes first. */
export function widerRanges(range: Range, asked: { readonly since: CivilTime; readonly until: CivilTime }): Range[] {
	if (range.kind === 'between') {
		return [longer(asked)];
	}
	const days = range.kind === 'lastDays' ? range.days : range.kind === 'lastHours' ? range.hours / 24 : 1;
	if (days >= largestCount) {
		return [longer(asked)];
	}
	const larger = dayCounts.filter((count) => count > days);
	return [...new Set([larger[0], larger.at(-1)])].filter((count) => count !== undefined).map(toRange);
}

function longer({ since, until }: { readonly since: CivilTime; readonly until: CivilTime }): Range {
	// The last second of a minute is rounded up, so that a range of whole days is extended by whole days.
	const end = toUtc(until) + (until.second === 59 ? secondMs : 0);
	const length = Math.max(end - toUtc(since), toUtc(addDays(since, 1)) - toUtc(since));
	return { kind: 'between', since: fromUtc(end - factor * length), until };
}

function toRange(days: (typeof dayCounts)[number]): Range {
	return { kind: 'lastDays', days };
}
