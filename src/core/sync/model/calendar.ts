import { addDays, formatCivil, formatDay } from '../../../shared/civilTime';
import type { TimeRange } from '../../../shared/comparison';
import { dayAt } from '../../plan/civilClock';
import { civilNow, type Zone } from '../../plan/range';
import { convertRange, secondBefore } from './dayClock';
import { type CalendarDay, type Calendars, earlier, getCivil } from './days';
import type { SyncedSet } from './syncedSet';

export function getDays(
	set: Pick<SyncedSet, 'plan' | 'zone' | 'retentionDays' | 'days'>,
	now: Date,
	calendars: Calendars,
): readonly CalendarDay[] {
	const days = calendars.daysUntil(now, firstDayOf(set, getToday(now, set.zone)), set.zone);
	const clocks = new Map(set.days.flatMap(({ day, clock }) => (clock ? [[day, clock]] : [])));
	return clocks.size === 0 ? days : onTheirClocks(days, clocks, set.zone, now, calendars);
}

/**
 * Adjusts days after a change of the time zone. Each day starts no later than the end of the previous day, even if
 * their time zones differ.
 */
function onTheirClocks(
	days: readonly CalendarDay[],
	clocks: ReadonlyMap<string, Zone>,
	zone: Zone,
	now: Date,
	calendars: Calendars,
): readonly CalendarDay[] {
	const nowText = formatCivil(civilNow(now, zone));
	const today = getToday(now, zone);
	const next = [1, 2].flatMap((count) => calendars.dayIn(daysBefore(today, -count), zone) ?? []);
	const found: CalendarDay[] = [];
	for (const { day, range } of [...days.toReversed(), ...next]) {
		const clock = clocks.get(day);
		const own = clock && calendars.dayIn(day, clock);
		const { since, until } = clock && own ? convertRange(own.range, clock, zone) : range;
		const before = found.at(-1);
		const adjusted = before ? earlier(since, secondBefore(before.range.until)) : since;
		if (day <= today || adjusted < nowText) {
			found.push({ day, range: { since: adjusted, until } });
		}
	}
	return found.reverse();
}

/** Returns the first day of a synced set: the later of its configured start and the start of the retention period. */
export function firstDayOf({ plan, retentionDays }: Pick<SyncedSet, 'plan' | 'retentionDays'>, today: string): string {
	const oldest = retentionDays === undefined ? '' : daysBefore(today, retentionDays);
	return oldest > plan.since ? oldest : plan.since;
}

/** Returns the days whose partitions may contain records that were received in a time range. */
export function daysAround({ since, until }: TimeRange, zone: Zone): { readonly first: string; readonly last: string } {
	return { first: dayAt(since - 1, zone), last: dayAt(until, zone) };
}

export function getToday(now: Date, zone: Zone): string {
	return formatDay(civilNow(now, zone));
}

export function daysBefore(day: string, count: number): string {
	return formatDay(addDays(getCivil(day), -count));
}
