import { firstDayOf, getDays, getToday } from './calendar';
import { lacksFields } from './dayState';
import { Calendars } from './days';
import type { SyncedDay, SyncedSet, SyncPlan } from './syncedSet';

/** Settings of a synced set that can be changed. For other filters, another synced set must be created. */
export interface SyncChange {
	readonly since?: string;
	readonly fields?: SyncPlan['fields'];
	readonly retentionDays?: number | 'all';
}

export interface ChangeEffect {
	/** Number of days that have never been requested. */
	readonly missing: number;
	readonly again: DaysAndRecords;
	readonly removed: DaysAndRecords & { readonly bytes: number };
}

interface DaysAndRecords {
	readonly days: number;
	readonly rows: number;
}

export function changed({ retentionDays, ...set }: SyncedSet, change: SyncChange): SyncedSet {
	const { since = set.plan.since, fields = set.plan.fields } = change;
	const days = change.retentionDays ?? retentionDays;
	return { ...set, plan: { ...set.plan, since, fields }, ...(typeof days === 'number' && { retentionDays: days }) };
}

export function getEffect(before: SyncedSet, change: SyncChange, now: Date): ChangeEffect {
	const set = changed(before, change);
	const today = getToday(now, set.zone);
	const known = new Map(set.days.map((day) => [day.day, day]));
	const began = firstDayOf(before, today);
	const days = getDays(set, now, new Calendars());
	const again = days
		.map(({ day }) => known.get(day))
		.filter((day) => lacksFields(day, set.plan) && !lacksFields(day, before.plan));
	const removed = oldDays(set, firstDayOf(set, today)).flatMap(({ partition }) => partition ?? []);
	return {
		missing: days.filter(({ day }) => day < began && !known.has(day)).length,
		again: counted(again.flatMap((day) => day?.partition ?? [])),
		removed: { ...counted(removed), bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) },
	};
}

export function oldDays({ days }: Pick<SyncedSet, 'days'>, first: string): readonly SyncedDay[] {
	return days.filter(({ day }) => day < first);
}

function counted(parts: readonly { readonly rows: number }[]): DaysAndRecords {
	return { days: parts.length, rows: parts.reduce((sum, { rows }) => sum + rows, 0) };
}
