import { daysOf } from './calendar';
import { dayState } from './dayState';
import { Calendars } from './days';
import { type DayState, dayStates, type KeptSet } from './keptSet';

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
	const calendars = new Calendars();
	const known = new Map(set.days.map((day) => [day.day, day]));
	const days = Object.fromEntries(dayStates.map((state) => [state, 0])) as Record<DayState, number>;
	for (const day of daysOf(set, now, calendars)) {
		days[dayState(day, known.get(day.day), set, now, calendars)]++;
	}
	const parts = set.days.flatMap(({ part }) => part ?? []);
	const currentTo = set.days.findLast(({ asked }) => asked)?.asked?.at;
	return {
		rows: parts.reduce((sum, { rows }) => sum + rows, 0),
		bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
		days,
		...(currentTo !== undefined && { currentTo }),
	};
}
