import { countStates, type DayState } from '../../../shared/syncedDays';
import { describeCalendar } from './describedDays';
import { getRecentDays, type RecentDays } from './recentDays';
import type { SyncedSet } from './syncedSet';

export interface SetSummary {
	readonly rows: number;
	readonly bytes: number;
	readonly days: Readonly<Record<DayState, number>>;
	/** Request time for the newest day (ISO 8601, UTC). Undefined before the first request. */
	readonly currentTo?: string;
	/** Number of days whose damaged file was moved to another folder. */
	readonly setAside: number;
	/** Latest receive time of all records, in Unix seconds. */
	readonly newest?: number;
	readonly recent?: RecentDays;
}

export function getKnownRows({ rows, currentTo }: Pick<SetSummary, 'rows' | 'currentTo'>): number | undefined {
	return rows === 0 && currentTo === undefined ? undefined : rows;
}

export function getSummary(set: SyncedSet, now: Date, calendar = describeCalendar(set, now)): SetSummary {
	const partitions = set.days.flatMap(({ partition }) => partition ?? []);
	const currentTo = set.days.findLast(({ asked }) => asked)?.asked?.at;
	const newest = partitions.reduce((last, { times }) => Math.max(last, times?.last ?? last), Number.NEGATIVE_INFINITY);
	const recent = getRecentDays(calendar, set.zone);
	return {
		rows: partitions.reduce((sum, { rows }) => sum + rows, 0),
		bytes: partitions.reduce((sum, { bytes }) => sum + bytes, 0),
		days: countStates(calendar),
		setAside: set.days.filter(({ setAside }) => setAside !== undefined).length,
		...(currentTo !== undefined && { currentTo }),
		...(Number.isFinite(newest) && { newest }),
		...(recent && { recent }),
	};
}
