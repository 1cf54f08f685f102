import { countStates, type DayState } from '../../../shared/keptDays';
import { describeCalendar } from './describedDays';
import type { KeptSet } from './keptSet';

/** What there is to tell of a set at a moment. */
export interface SetSummary {
	readonly rows: number;
	readonly bytes: number;
	/** Days of the set's calendar, by how far they are. */
	readonly days: Readonly<Record<DayState, number>>;
	/** When the newest day was asked about (ISO 8601, UTC); undefined before any was. */
	readonly currentTo?: string;
	/** Newest receive time of a record that tells its own (Unix time, seconds). */
	readonly newest?: number;
}

/** @param calendar The days of the set's calendar, where they are described already. */
export function summaryOf(set: KeptSet, now: Date, calendar = describeCalendar(set, now)): SetSummary {
	const parts = set.days.flatMap(({ part }) => part ?? []);
	const currentTo = set.days.findLast(({ asked }) => asked)?.asked?.at;
	const newest = parts.reduce((last, { times }) => Math.max(last, times?.last ?? last), Number.NEGATIVE_INFINITY);
	return {
		rows: parts.reduce((sum, { rows }) => sum + rows, 0),
		bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
		days: countStates(calendar),
		...(currentTo !== undefined && { currentTo }),
		...(Number.isFinite(newest) && { newest }),
	};
}
