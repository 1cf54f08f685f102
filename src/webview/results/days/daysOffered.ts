import { formatDay, parseCivil } from '../../../shared/civilTime';
import { type DaySpan, type DaysChoice, isDayIn, spanOf } from '../../../shared/keptDays';
import type { KeptDaysView } from '../../../shared/resultsProtocol';

/** What a person can choose without typing. */
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

/** The first and the last day of the set's calendar; the last is the present day. */
export function calendarSpan({ days }: Pick<KeptDaysView, 'days'>): DaySpan {
	return { first: days[0]?.day ?? '', last: days.at(-1)?.day ?? '' };
}

/** Records of the days of a choice, by what is known. */
export function rowsOf(choice: DaysChoice, known: Pick<KeptDaysView, 'days'>): number {
	const span = spanOf(choice, calendarSpan(known).last);
	return known.days.reduce((sum, { day, rows }) => (isDayIn(day, span) ? sum + rows : sum), 0);
}

export type TypedDays =
	| { readonly kind: 'days'; readonly span: DaySpan }
	| { readonly kind: 'fault'; readonly fault: 'format' | 'order' | 'outside' };

/** Two typed days as the days between them; an end that is left empty is that of the calendar. */
export function daysFromTyped(from: string, to: string, known: Pick<KeptDaysView, 'days'>): TypedDays {
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
