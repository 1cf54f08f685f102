import type { SyncedDaysView, SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import { countStates, type DayState, type DaysChoice, dayStates } from '../../../shared/syncedDays';
import type { Formats } from '../../common/format/formats';
import type { Translate } from '../../common/format/translate';
import { calendarSpan } from './daysOffered';

interface DayLabels {
	readonly t: Translate;
	readonly formats: Formats;
}

export function describeChoice(
	choice: DaysChoice,
	known: Pick<SyncedDaysView, 'days'>,
	{ t, formats }: DayLabels,
): string {
	const { first, last: today } = calendarSpan(known);
	switch (choice.kind) {
		case 'all':
			return t('All days since {0}', formats.dates({ first, last: first }, today));
		case 'last':
			return formats.plural(choice.days, { one: 'Last {0} day', other: 'Last {0} days' });
		case 'month':
			return choice.which === 'this' ? t('This month') : t('Previous month');
		case 'between':
			return formats.dates(choice, today);
	}
}

function describeDay(day: SyncedDayView, today: string, { t, formats }: DayLabels): readonly string[] {
	return [
		formats.dates({ first: day.day, last: day.day }, today),
		`${stateWords(t)[day.state]} · ${formats.records(day.rows)}`,
		...(day.askedAt === undefined ? [] : [t('requested {0}', formats.time(day.askedAt))]),
		...(day.reasons ?? []),
	];
}

export function linesAbout(
	days: readonly SyncedDayView[],
	today: string,
	{ t, formats }: DayLabels,
): readonly string[] {
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
		missing: t('missing (not requested yet)'),
		refused: t('request rejected'),
		provisional: t('still receiving data'),
		final: t('final'),
		inDoubt: t('unverified'),
		gone: t('no longer available'),
	};
}
