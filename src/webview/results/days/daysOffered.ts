import { parseCivil } from '../../../shared/civilTime';
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

/** Records of the days of a choice, by what is known. */
export function rowsOf(choice: DaysChoice, { days }: Pick<KeptDaysView, 'days'>): number {
	const span = spanOf(choice, days.at(-1)?.day ?? '');
	return days.reduce((sum, { day, rows }) => (isDayIn(day, span) ? sum + rows : sum), 0);
}

export type TypedDays =
	| { readonly kind: 'days'; readonly span: DaySpan }
	| { readonly kind: 'fault'; readonly fault: 'format' | 'order' | 'outside' };

/** Two typed days as the days between them; an end that is left empty is that of the calendar. */
export function daysFromTyped(from: string, to: string, { days }: Pick<KeptDaysView, 'days'>): TypedDays {
	const [begin, end] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
	const first = from.trim() === '' ? begin : dayFromTyped(from);
	const last = to.trim() === '' ? end : dayFromTyped(to);
	if (first === undefined || last === undefined) {
		return { kind: 'fault', fault: 'format' };
	}
	if (last < first) {
		return { kind: 'fault', fault: 'order' };
	}
	return last < begin || first > end ? { kind: 'fault', fault: 'outside' } : { kind: 'days', span: { first, last } };
}

function dayFromTyped(text: string): string | undefined {
	const read = parseCivil(text, 'start');
	if (!read.ok) {
		return undefined;
	}
	const { year, month, day } = read.time;
	return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}
