import { daysOf, firstDayOf, todayOf } from './calendar';
import { lacksFields } from './dayState';
import { Calendars } from './days';
import type { KeptDay, KeptPlan, KeptSet } from './keptSet';

/** What a person may change about a set. Other filters are another question, and begin a set of their own. */
export interface KeptChange {
	/** `yyyy-mm-dd` */
	readonly since?: string;
	readonly fields?: KeptPlan['fields'];
	readonly keepDays?: number | 'all';
}

/** What comes of a change. */
export interface ChangeEffect {
	/** Days that are asked about for the first time. */
	readonly missing: number;
	/** Days that are asked about again, and the records that they have. */
	readonly again: DaysAndRecords;
	/** Days that go. */
	readonly removed: DaysAndRecords & { readonly bytes: number };
}

interface DaysAndRecords {
	readonly days: number;
	readonly rows: number;
}

export function changed({ keepDays, ...set }: KeptSet, change: KeptChange): KeptSet {
	const { since = set.plan.since, fields = set.plan.fields } = change;
	const kept = change.keepDays ?? keepDays;
	return { ...set, plan: { ...set.plan, since, fields }, ...(typeof kept === 'number' && { keepDays: kept }) };
}

export function effectOf(before: KeptSet, change: KeptChange, now: Date): ChangeEffect {
	const set = changed(before, change);
	const today = todayOf(now, set.zone);
	const known = new Map(set.days.map((day) => [day.day, day]));
	const began = firstDayOf(before, today);
	const days = daysOf(set, now, new Calendars());
	const again = days
		.map(({ day }) => known.get(day))
		.filter((day) => lacksFields(day, set.plan) && !lacksFields(day, before.plan));
	const removed = oldDays(set, firstDayOf(set, today)).flatMap(({ part }) => part ?? []);
	return {
		missing: days.filter(({ day }) => day < began && !known.has(day)).length,
		again: counted(again.flatMap((day) => day?.part ?? [])),
		removed: { ...counted(removed), bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) },
	};
}

/** The days that a set knows of before a day. */
export function oldDays({ days }: Pick<KeptSet, 'days'>, first: string): readonly KeptDay[] {
	return days.filter(({ day }) => day < first);
}

function counted(parts: readonly { readonly rows: number }[]): DaysAndRecords {
	return { days: parts.length, rows: parts.reduce((sum, { rows }) => sum + rows, 0) };
}
