import { formatDay, parseCivil } from '../../../shared/civilTime';
import type { SyncedDaysView } from '../../../shared/protocols/resultsProtocol';
import { type DaySpan, type DaysChoice, getSpan, isDayIn } from '../../../shared/syncedDays';

export const offeredChoices: readonly (readonly DaysChoice[])[] = [
	[{ kind: 'all' }],
	[
		{ kind: 'last', days: 7 },
		{ kind: 'last', days: 30 },
		{ kind: 'last', days: 90 },
	],
	[
		{ kind: 'month', which: 'this' },
		{ kind: 'month', which: 'previous' },
	],
];

/** Returns the range from the first synced day to today. */
export function calendarSpan({ days }: Pick<SyncedDaysView, 'days'>): DaySpan {
	return { first: days[0]?.day ?? '', last: days.at(-1)?.day ?? '' };
}

/** Returns the number of records on the selected days. Days whose record count is unknown are not included. */
export function getRows(choice: DaysChoice, known: Pick<SyncedDaysView, 'days'>): number {
	const span = getSpan(choice, calendarSpan(known).last);
	return known.days.reduce((sum, { day, rows }) => (isDayIn(day, span) ? sum + rows : sum), 0);
}

export type TypedDays =
	| { readonly kind: 'days'; readonly span: DaySpan }
	| { readonly kind: 'fault'; readonly fault: 'format' | 'order' | 'outside' };

/** Parses a typed range of days. An empty bound is replaced by the first or last day of the calendar. */
export function daysFromTyped(from: string, to: string, known: Pick<SyncedDaysView, 'days'>): TypedDays {
	const calendar = calendarSpan(known);
	const first = from.trim() === '' ? calendar.first : dayFromTyped(from);
	const last = to.trim() === '' ? calendar.last : dayFromTyped(to);
	if (first === undefined || last === undefined) {
		return { kind: 'fault', fault: 'format' };
	}
	if (last < first) {
		return { kind: 'fault', fault: 'order' };
	}
	return last < calendar.first || first > calendar.last
		? { kind: 'fault', fault: 'outside' }
		: { kind: 'days', span: { first, last } };
}

function dayFromTyped(text: string): string | undefined {
	const read = parseCivil(text, 'start');
	return read.ok ? formatDay(read.time) : undefined;
}
