import { countStates, type DayState, type DaysChoice, dayStates } from '../../../shared/keptDays';
import type { KeptDaysView, KeptDayView } from '../../../shared/resultsProtocol';
import type { Formats } from '../../common/words/formats';
import type { Translate } from '../../common/words/translate';
import { calendarSpan } from './daysOffered';

interface Words {
	readonly t: Translate;
	readonly formats: Formats;
}

/** `All days · since Oct 1`, `Last 7 days`, `Nov 3 – 9`. */
export function describeChoice(choice: DaysChoice, known: Pick<KeptDaysView, 'days'>, { t, formats }: Words): string {
	const { first, last: today } = calendarSpan(known);
	switch (choice.kind) {
		case 'all':
			return t('All days · since {0}', formats.dates({ first, last: first }, today));
		case 'last':
			return t('Last {0} days', formats.count(choice.days));
		case 'month':
			return choice.which === 'this' ? t('This month') : t('Previous month');
		case 'between':
			return formats.dates(choice, today);
	}
}

/** What is known of a day, a line each: the day first, then what it has, then why not more. */
function describeDay(day: KeptDayView, today: string, { t, formats }: Words): readonly string[] {
	return [
		formats.dates({ first: day.day, last: day.day }, today),
		`${stateWords(t)[day.state]} · ${formats.records(day.rows)}`,
		...(day.askedAt === undefined ? [] : [t('asked {0}', formats.time(day.askedAt))]),
		...(day.reasons ?? []),
	];
}

/** The same of days that are drawn as one. */
export function linesAbout(days: readonly KeptDayView[], today: string, { t, formats }: Words): readonly string[] {
	const [only] = days;
	if (only && days.length === 1) {
		return describeDay(only, today, { t, formats });
	}
	const counts = countStates(days);
	const rows = days.reduce((sum, day) => sum + day.rows, 0);
	return [
		formats.dates({ first: only?.day ?? today, last: days.at(-1)?.day ?? today }, today),
		formats.records(rows),
		...dayStates
			.filter((state) => counts[state] > 0)
			.map((state) => `${stateWords(t)[state]}: ${formats.count(counts[state])}`),
	];
}

function stateWords(t: Translate): Readonly<Record<DayState, string>> {
	return {
		missing: t('missing, nobody has asked yet'),
		refused: t('refused by the service'),
		open: t('open, more may come'),
		settled: t('settled'),
		inDoubt: t('in doubt'),
		gone: t('gone at the service'),
	};
}
