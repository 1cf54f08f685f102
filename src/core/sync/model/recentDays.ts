import { atStartOfDay, toUtc } from '../../../shared/civilTime';
import { chartedDays, type DaySpan } from '../../../shared/syncedDays';
import { civilNow, type Zone } from '../../plan/range';
import { getDispersion, minDays } from '../../records/compare/statistics/dispersion';
import type { DescribedDay } from './describedDays';

/** Today and the seven preceding days, as in the time range *Last 7 days*. */
const countedDays = 8;

const leastRatio = 2;
const leastRecords = 10;
/** Minimum difference between a spike and the expected count, in standard deviations. */
const leastDeviation = 3;
/**
 * Minimum elapsed fraction of today for detecting a spike. Earlier, no spike is reported, because counts within a few
 * hours vary too much.
 */
const leastElapsed = 0.25;

export interface RecentDays {
	readonly records: number;
	readonly span: DaySpan;
	/** Number of records per day for the last four weeks, oldest first. The last element is today. */
	readonly counts: readonly number[];
	/** Ratio of today's records to the usual number at this time of day. Undefined if today is not unusual. */
	readonly spike?: number;
}

/** @param days All days of the synced set, oldest first */
export function getRecentDays(days: readonly DescribedDay[], zone: Zone): RecentDays | undefined {
	const charted = days.slice(-chartedDays);
	const [first, last] = [charted.at(-countedDays) ?? charted[0], charted.at(-1)];
	if (!first || !last) {
		return undefined;
	}
	const counts = charted.map(({ rows }) => rows);
	const spike = findSpike(charted, zone);
	return {
		records: counts.slice(-countedDays).reduce((sum, count) => sum + count, 0),
		span: { first: first.day, last: last.day },
		counts,
		...(spike !== undefined && { spike }),
	};
}

/**
 * Returns the ratio of today's records to the usual number. The busiest day is ignored when the variation is estimated,
 * so that an earlier spike doesn't hide a new one.
 */
function findSpike(days: readonly DescribedDay[], zone: Zone): number | undefined {
	const today = days.at(-1);
	const preceding = days.slice(0, -1).map((day) => (day.asked ? day.rows : undefined));
	const known = preceding.filter((count) => count !== undefined).toSorted((a, b) => a - b);
	if (!today?.asked || known.length < minDays || today.rows < leastRecords) {
		return undefined;
	}
	const sameWeekday = preceding.toReversed().filter((count, index) => count !== undefined && (index + 1) % 7 === 0);
	const usual = Math.max(1, median(known), median(sameWeekday.filter((count) => count !== undefined)));
	const expected = usual * Math.max(leastElapsed, elapsedOfDay(new Date(today.asked.at), zone));
	const dispersion = Math.max(1, getDispersion([{ counts: known.slice(0, -1), totals: undefined }]));
	const deviation = (today.rows - expected) / Math.sqrt(dispersion * expected);
	const ratio = today.rows / expected;
	return ratio >= leastRatio && deviation >= leastDeviation ? ratio : undefined;
}

function elapsedOfDay(now: Date, zone: Zone): number {
	const civil = civilNow(now, zone);
	return (toUtc(civil) - toUtc(atStartOfDay(civil))) / 86_400_000;
}

function median(counts: readonly number[]): number {
	const sorted = counts.toSorted((a, b) => a - b);
	return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
