import { addDays, atStartOfDay, formatDay, parseCivil } from './civilTime';

/** How far a day of kept records is. */
export const dayStates = ['missing', 'refused', 'open', 'settled', 'inDoubt', 'gone'] as const;
/**
 * `missing`: nobody has asked yet. `refused`: the service did not answer. `open`: asked before all had come that may
 * come. `settled`: asked a day or more after its end. `inDoubt`: settled, but something speaks against the answer, or
 * records of the part were not in it. `gone`: the service has nothing of the day any more, and the part is what is left.
 */
export type DayState = (typeof dayStates)[number];

/** Asked about again, a day may come to have more, or to be without doubt. */
export function isWorthAsking(state: DayState): boolean {
	return state !== 'settled' && state !== 'gone';
}

/** So many days in each state. */
export function countStates(days: Iterable<{ readonly state: DayState }>): Readonly<Record<DayState, number>> {
	const counts = Object.fromEntries(dayStates.map((state) => [state, 0])) as Record<DayState, number>;
	for (const { state } of days) {
		counts[state]++;
	}
	return counts;
}

/** Days of a calendar, `yyyy-mm-dd`, from the first to the last, both among them. */
export interface DaySpan {
	readonly first: string;
	readonly last: string;
}

/** @param span All days if none is given. */
export function isDayIn(day: string, span: DaySpan | undefined): boolean {
	return span === undefined || (span.first <= day && day <= span.last);
}

/** The days that a person wants to see; relative ones stay relative until the records are opened. */
export type DaysChoice =
	| { readonly kind: 'all' }
	/** The present day and so many before it, as the ranges of exports have them. */
	| { readonly kind: 'last'; readonly days: number }
	/** The present month, or the one before it. */
	| { readonly kind: 'month'; readonly which: 'this' | 'previous' }
	| ({ readonly kind: 'between' } & DaySpan);

export const allDays: DaysChoice = { kind: 'all' };

/**
 * @param today On the set's clock.
 * @returns undefined for all days
 */
export function spanOf(choice: DaysChoice, today: string): DaySpan | undefined {
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

/** The day so many days later, or earlier; the day itself where it is none. */
function daysAfter(day: string, days: number): string {
	const read = parseCivil(day, 'start');
	return read.ok ? formatDay(addDays(atStartOfDay(read.time), days)) : day;
}

function firstOfMonth(day: string): string {
	return `${day.slice(0, 8)}01`;
}

function monthOf(day: string): DaySpan {
	const first = firstOfMonth(day);
	// No month has more days than 31, and none begins before the 32nd day of another.
	const next = firstOfMonth(daysAfter(first, 31));
	return { first, last: daysAfter(next, -1) };
}
