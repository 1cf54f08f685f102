import type { DescribedDay } from '../core/sync/model/describedDays';
import type { RecentDays } from '../core/sync/model/recentDays';
import { getKnownRows, type SetSummary } from '../core/sync/model/summary';
import type { SetFault } from '../core/sync/store/setLibrary';
import type { UpdateProgress } from '../core/sync/update/incrementalSync';
import { countStates, type DayState } from '../shared/syncedDays';
import { formatTimes } from './comparisonMessages';
import { describeRecordCount, formatCount, formatMoment, formatNear, plural, withZone } from './formats';
import { l10n } from './l10n';
import { describeDoubts, describeProof } from './outcomeMessages';
import { describeDay } from './planMessages';
import { describeProgressShortly } from './progressMessages';

export function describeDays({ days }: Pick<SetSummary, 'days'>): readonly string[] {
	return (['missing', 'refused', 'inDoubt', 'gone'] as const)
		.filter((state) => days[state] > 0)
		.map((state) => words[state](days[state]));
}

const words: Record<Exclude<DayState, 'provisional' | 'final'>, (count: number) => string> = {
	missing: (count) => plural(count, { one: '{0} day missing', other: '{0} days missing' }),
	refused: (count) =>
		plural(count, { one: '{0} day rejected by the service', other: '{0} days rejected by the service' }),
	inDoubt: (count) => plural(count, { one: '{0} day unverified', other: '{0} days unverified' }),
	gone: (count) => plural(count, { one: '{0} day no longer available', other: '{0} days no longer available' }),
};

export function describeDamage({ setAside }: Pick<SetSummary, 'setAside'>): readonly string[] {
	return setAside === 0 ? [] : [plural(setAside, { one: '{0} damaged file moved', other: '{0} damaged files moved' })];
}

export function explainDamage({ setAside }: Pick<SetSummary, 'setAside'>): readonly string[] {
	return setAside === 0
		? []
		: [
				l10n.t(
					'Another program damaged files of these records. They were moved to folders whose names start with {0}, and their days were requested again. If you no longer need them, delete these folders.',
					'damaged-',
				),
			];
}

export function explainDays({ days }: Pick<SetSummary, 'days'>): readonly string[] {
	const explained: readonly (readonly [DayState, string])[] = [
		['missing', l10n.t('Missing: these days have not been requested yet. The next sync requests them.')],
		['refused', l10n.t('Rejected: the service rejected the request for these days. The next sync tries again.')],
		['provisional', l10n.t('Still receiving data: these days may still change. The next sync updates them.')],
		['final', l10n.t("Final: these days are complete and won't be requested again.")],
		[
			'inDoubt',
			l10n.t(
				'Unverified: the last response for these days was inconsistent or had fewer records than before. Records that were already synced are kept.',
			),
		],
		[
			'gone',
			l10n.t(
				'No longer available: the service no longer has records for these days. Records that were already synced are kept.',
			),
		],
	];
	return explained.filter(([state]) => days[state] > 0).map(([state, text]) => `${text} (${formatCount(days[state])})`);
}

export function describeSetFault(fault: SetFault): { readonly short: string; readonly whole: string } {
	switch (fault) {
		case 'newerVersion':
			return {
				short: l10n.t('from a newer version'),
				whole: l10n.t('These records were synced by a newer version of App Errors. Update App Errors to open them.'),
			};
		case 'otherService':
			return {
				short: l10n.t('from another service'),
				whole: l10n.t(
					"These records were synced from another service and can't be updated here. To sync them again, move them to the folder of that service.",
				),
			};
		case 'unreadable':
			return {
				short: l10n.t("can't be read"),
				whole: l10n.t(
					'Neither the manifest nor any day of these records can be read. Check the folder, or delete the records.',
				),
			};
	}
}

export function describeRetentionDays(days: number | undefined): string {
	return days === undefined ? l10n.t('Keep all days') : plural(days, { one: 'Keep {0} day', other: 'Keep {0} days' });
}

/**
 * Returns text such as `synced at Nov 20, 2026, 09:02`. If `now` is specified and is on the same day, the date is
 * omitted.
 */
export function describeCurrency({ currentTo }: Pick<SetSummary, 'currentTo'>, timeZone: string, now?: Date): string {
	if (currentTo === undefined) {
		return l10n.t('not synced yet');
	}
	const syncedAt = new Date(currentTo);
	return l10n.t(
		'synced at {0}',
		now ? formatNear(syncedAt, now, timeZone) : formatMoment(syncedAt, 'minute', timeZone),
	);
}

export function describeCurrencyInZone(summary: Pick<SetSummary, 'currentTo'>, timeZone: string): string {
	const text = describeCurrency(summary, timeZone);
	return summary.currentTo === undefined ? text : withZone(text, timeZone);
}

export function describeSyncedRecords(
	summary: Pick<SetSummary, 'rows' | 'currentTo'>,
	timeZone: string,
	now?: Date,
): readonly string[] {
	const rows = getKnownRows(summary);
	return [...(rows === undefined ? [] : [describeRecordCount(rows)]), describeCurrency(summary, timeZone, now)];
}

export function describeRecentRecords({ records }: RecentDays): string {
	return l10n.t('{0} in 7 days', describeRecordCount(records));
}

export function describeSpike({ spike }: RecentDays): readonly string[] {
	return spike === undefined ? [] : [l10n.t('{0}× spike today', formatTimes(spike))];
}

export function explainSpike({ spike }: RecentDays): readonly string[] {
	return spike === undefined
		? []
		: [l10n.t('Today has {0} times as many records as usual by this time of day.', formatTimes(spike))];
}

export function describeUpdate({
	day,
	place,
	days,
	step,
	summary,
}: Omit<UpdateProgress, 'set'> & { readonly summary: Pick<SetSummary, 'rows'> }): string {
	return [
		describeDay(day),
		l10n.t('day {0} of {1}', formatCount(place), formatCount(days)),
		...(step ? [describeProgressShortly(step)] : summary.rows > 0 ? [describeRecordCount(summary.rows)] : []),
	].join(' · ');
}

export function describeCompleteness(states: Iterable<{ readonly state: DayState }>): string {
	const { final, provisional: open, ...others } = countStates(states);
	if (Object.values(others).some((count) => count > 0)) {
		return l10n.t('some days incomplete');
	}
	const days = plural(final, { one: '{0} day is final', other: '{0} days are final' });
	if (open === 0) {
		return l10n.t('complete: {0}', days);
	}
	const more = plural(open, { one: '{0} day is still receiving data', other: '{0} days are still receiving data' });
	return final === 0 ? more : `${days}, ${more}`;
}

export function describeReasons({ state, asked, refused, setAside }: DescribedDay): readonly string[] {
	const reasons = [
		...(refused ? [refusals[refused.kind]()] : []),
		...(setAside === undefined
			? []
			: [
					l10n.t(
						'Another program damaged the file for this day. The damaged file was moved to the folder {0}.',
						setAside,
					),
				]),
	];
	if (!asked || (state !== 'inDoubt' && state !== 'gone')) {
		return reasons;
	}
	const { proof, doubts, notGivenAgain } = asked;
	return [
		...reasons,
		...(proof === 'cut' ? [describeProof(proof).meaning] : []),
		...describeDoubts(doubts),
		...(notGivenAgain > 0
			? [
					l10n.t(
						'Missing from the last response: {0}. The earlier copies are kept.',
						describeRecordCount(notGivenAgain),
					),
				]
			: []),
	];
}

const refusals: Readonly<Record<NonNullable<DescribedDay['refused']>['kind'], () => string>> = {
	badRequest: () => l10n.t('The service rejected the request as invalid.'),
	tooLarge: () => l10n.t('The service rejected the day as too large for one file.'),
	unexpectedBody: () => l10n.t('The service did not return records.'),
	wrongHeader: () => l10n.t('The service returned different columns than requested.'),
	brokenBody: () => l10n.t('The response from the service was invalid.'),
};

export function explainContainer(): string {
	return l10n.t(
		'These files are stored in the container and are lost when it is rebuilt or deleted. Use a mounted folder to keep them.',
	);
}
