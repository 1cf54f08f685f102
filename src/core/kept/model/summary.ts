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
}

export function summaryOf(set: KeptSet, now: Date): SetSummary {
	const parts = set.days.flatMap(({ part }) => part ?? []);
	const currentTo = set.days.findLast(({ asked }) => asked)?.asked?.at;
	return {
		rows: parts.reduce((sum, { rows }) => sum + rows, 0),
		bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
		days: countStates(describeCalendar(set, now)),
		...(currentTo !== undefined && { currentTo }),
	};
}
