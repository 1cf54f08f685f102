import { addDays, atStartOfDay, formatDay, parseCivil } from './civilTime';

export const dayStates = ['missing', 'refused', 'provisional', 'final', 'inDoubt', 'gone'] as const;
/**
 * State of a synced day. `refused` means that the service did not return the day's records. `provisional` means that
 * the day was requested while records could still arrive. `final` means that the day was requested at least one day
 * after its end. `inDoubt` means that the response for a final day is questionable or lacked known records. `gone`
 * means that the service no longer has the records, so the partition is the only copy.
 */
export type DayState = (typeof dayStates)[number];

/** Returns true if another request for the day could find missing records or confirm that none are missing. */
export function isWorthAsking(state: DayState): boolean {
	return state !== 'final' && state !== 'gone';
}

export function countStates(days: Iterable<{ readonly state: DayState }>): Readonly<Record<DayState, number>> {
	const counts = Object.fromEntries(dayStates.map((state) => [state, 0])) as Record<DayState, number>;
	for (const { state } of days) {
		counts[state]++;
	}
	return counts;
}

/** Maximum number of days in the chart of recent days: today and the four weeks before it. */
export const chartedDays = 29;

/** Inclusive range of days (`yyyy-mm-dd`). */
export interface DaySpan {
	readonly first: string;
	readonly last: string;
}

export function isDayIn(day: string, span: DaySpan | undefined): boolean {
	return span === undefined || (span.first <= day && day <= span.last);
}

/** Selection of days. A relative selection, such as the last 7 days, is resolved when the records are opened. */
export type DaysChoice =
	| { readonly kind: 'all' }
	/** Selects today and this number of days before it, as in the date range of an export. */
	| { readonly kind: 'last'; readonly days: number }
	| { readonly kind: 'month'; readonly which: 'this' | 'previous' }
	| ({ readonly kind: 'between' } & DaySpan);

export const allDays: DaysChoice = { kind: 'all' };

/**
 * Returns the selected days. Returns undefined if all days are selected.
 * @param today Current day in the time zone of the synced records
 */
export function getSpan(choice: DaysChoice, today: string): DaySpan | undefined {
	switch (choice.kind) {
		case 'all':
			return undefined;
		case 'last':
			return { first: daysAfter(today, -choice.days), last: today };
		case 'month':
			return monthOf(choice.which === 'this' ? today : daysAfter(firstOfMonth(today), -1));
		case 'between':
			return { first: choice.first, last: choice.last };
	}
}

/** Adds days to a day. Returns an invalid date unchanged. */
function daysAfter(day: string, days: number): string {
	const read = parseCivil(day, 'start');
	return read.ok ? formatDay(addDays(atStartOfDay(read.time), days)) : day;
}

function firstOfMonth(day: string): string {
	return `${day.slice(0, 8)}01`;
}

function monthOf(day: string): DaySpan {
	const first = firstOfMonth(day);
	// 31 days after the first of a month is always in the next month.
	const next = firstOfMonth(daysAfter(first, 31));
	return { first, last: daysAfter(next, -1) };
}
