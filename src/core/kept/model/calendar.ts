import { addDays, formatDay } from '../../../shared/civilTime';
import type { TimeRange } from '../../../shared/comparison';
import { civilNow, type Zone } from '../../plan/range';
import { type CalendarDay, type Calendars, civilOf } from './days';
import type { KeptSet } from './keptSet';

/** The days that a set is about at a moment, newest first. */
export function daysOf(
	set: Pick<KeptSet, 'plan' | 'zone' | 'keepDays'>,
	now: Date,
	calendars: Calendars,
): readonly CalendarDay[] {
	return calendars.daysUntil(now, firstDayOf(set, todayOf(now, set.zone)), set.zone);
}

/** The day that a set begins with: its first, or the oldest of those that are kept. @param today `yyyy-mm-dd` */
export function firstDayOf({ plan, keepDays }: Pick<KeptSet, 'plan' | 'keepDays'>, today: string): string {
	const oldest = keepDays === undefined ? '' : daysBefore(today, keepDays);
	return oldest > plan.since ? oldest : plan.since;
}

/** The days that have what was received in a range: they share the seconds at their edges, and a record is in one of them. */
export function daysAround({ since, until }: TimeRange, zone: Zone): { readonly first: string; readonly last: string } {
	return { first: dayAt(since - 1, zone), last: dayAt(until, zone) };
}

/** @param seconds Unix time. @returns `yyyy-mm-dd` */
export function dayAt(seconds: number, zone: Zone): string {
	return todayOf(new Date(seconds * 1000), zone);
}

export function todayOf(now: Date, zone: Zone): string {
	return formatDay(civilNow(now, zone));
}

/** @param day `yyyy-mm-dd` */
export function daysBefore(day: string, count: number): string {
	return formatDay(addDays(civilOf(day), -count));
}
