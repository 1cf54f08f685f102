import { l10n } from 'vscode';
import type { DescribedDay } from '../core/kept/model/describedDays';
import type { SetSummary } from '../core/kept/model/summary';
import type { SetFault } from '../core/kept/store/setLibrary';
import type { UpdateProgress } from '../core/kept/update/updateSet';
import { countStates, type DayState } from '../shared/keptDays';
import { describeRecordCount, formatCount, formatMoment, formatNear } from './formats';
import { describeDoubts, describeProof } from './outcomeMessages';
import { describeDay } from './planMessages';
import { describeProgressShortly } from './progressMessages';

/** What a person should see of a set besides its records, in few words each. */
export function describeDays({ days }: Pick<SetSummary, 'days'>): readonly string[] {
	return (['missing', 'refused', 'inDoubt', 'gone'] as const)
		.filter((state) => days[state] > 0)
		.map((state) => words[state](days[state]));
}

const words: Record<Exclude<DayState, 'open' | 'settled'>, (count: number) => string> = {
	missing: (count) => (count === 1 ? l10n.t('1 day missing') : l10n.t('{0} days missing', formatCount(count))),
	refused: (count) => (count === 1 ? l10n.t('1 day refused') : l10n.t('{0} days refused', formatCount(count))),
	inDoubt: (count) => (count === 1 ? l10n.t('1 day in doubt') : l10n.t('{0} days in doubt', formatCount(count))),
	gone: (count) =>
		count === 1 ? l10n.t('1 day gone at the service') : l10n.t('{0} days gone at the service', formatCount(count)),
};

/** Where nothing is wrong with a state of days there is nothing to explain. */
export function explainDays({ days }: Pick<SetSummary, 'days'>): readonly string[] {
	const explained: readonly (readonly [DayState, string])[] = [
		['missing', l10n.t('Missing: nobody has asked for these days yet. The next update does.')],
		['refused', l10n.t('Refused: the service did not give these days. The next update asks again.')],
		[
			'open',
			l10n.t(
				'Open: asked less than a day after the end of the day, or before a field was added. Updates ask for what is new.',
			),
		],
		['settled', l10n.t('Settled: asked a day or more after the end of the day. Not asked again.')],
		[
			'inDoubt',
			l10n.t(
				'In doubt: settled, but something speaks against the answer, or it lacked records that came before. Those are kept.',
			),
		],
		['gone', l10n.t('Gone: the service has nothing of these days any more. What it gave before is kept.')],
	];
	return explained.filter(([state]) => days[state] > 0).map(([state, text]) => `${text} (${formatCount(days[state])})`);
}

/** Why the records of a set cannot be shown, in few words, and what a person can do about it. */
export function describeSetFault(fault: SetFault): { readonly short: string; readonly whole: string } {
	switch (fault) {
		case 'newerVersion':
			return {
				short: l10n.t('of a newer version'),
				whole: l10n.t('A newer version of App Errors keeps these records. Update App Errors to open them.'),
			};
		case 'otherService':
			return {
				short: l10n.t('of another service'),
				whole: l10n.t(
					'These records were kept from another service. They are not asked for here; moved to the folder of that service, they are.',
				),
			};
		case 'unreadable':
			return {
				short: l10n.t('cannot be read'),
				whole: l10n.t(
					'Neither the manifest nor a day of these records can be read. Look into the folder, or delete them.',
				),
			};
	}
}

/** `30 days are kept`, or that all are. */
export function describeKeepDays(days: number | undefined): string {
	return days === undefined ? l10n.t('All days are kept') : l10n.t('{0} days are kept', formatCount(days));
}

/**
 * `current to Nov 20, 2026, 09:02`, or that nothing is there yet.
 * @param now Where it is told again as time goes on: of the present day it tells the clock.
 */
export function describeCurrency({ currentTo }: Pick<SetSummary, 'currentTo'>, now?: Date): string {
	if (currentTo === undefined) {
		return l10n.t('nothing yet');
	}
	return l10n.t('current to {0}', now ? formatNear(new Date(currentTo), now) : formatMoment(currentTo));
}

/** `Nov 20 · day 3 of 31 · 12,431 records` */
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
		step ? describeProgressShortly(step) : describeRecordCount(summary.rows),
	].join(' · ');
}

/** Whether some days have all that the service has of them, in few words. */
export function describeCompleteness(states: Iterable<{ readonly state: DayState }>): string {
	const { settled, open, ...others } = countStates(states);
	if (Object.values(others).some((count) => count > 0)) {
		return l10n.t('not of all days');
	}
	const days = settled === 1 ? l10n.t('1 day settled') : l10n.t('{0} days settled', formatCount(settled));
	if (open === 0) {
		return l10n.t('complete: {0}', days);
	}
	const more = open === 1 ? l10n.t('1 day open') : l10n.t('{0} days open', formatCount(open));
	return settled === 0 ? more : `${days}, ${more}`;
}

/** What speaks against what is kept of a day, or why nothing is, a sentence each. */
export function describeReasons({ state, asked, refused }: DescribedDay): readonly string[] {
	const reasons = refused ? [refusals[refused.kind]()] : [];
	if (!asked || (state !== 'inDoubt' && state !== 'gone')) {
		return reasons;
	}
	const { proof, doubts, notGivenAgain } = asked;
	return [
		...reasons,
		...(proof === 'cut' ? [describeProof(proof).meaning] : []),
		...describeDoubts(doubts),
		...(notGivenAgain > 0
			? [l10n.t('{0} that came before were not given again. They are kept.', describeRecordCount(notGivenAgain))]
			: []),
	];
}

const refusals: Readonly<Record<NonNullable<DescribedDay['refused']>['kind'], () => string>> = {
	badRequest: () => l10n.t('The service refuses the request as wrong.'),
	tooLarge: () => l10n.t('The service refuses the day as too large for one file.'),
	unexpectedBody: () => l10n.t('The service answered with something else than records.'),
	wrongHeader: () => l10n.t('The service answered with other columns than it was asked for.'),
	brokenBody: () => l10n.t('The answer of the service was broken.'),
};

/** Of records in a container that is made anew now and then. */
export function explainContainer(): string {
	return l10n.t(
		'These files are in the container and go with it when it is rebuilt or deleted. A folder that is mounted into it stays.',
	);
}
