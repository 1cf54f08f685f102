import type {
	ComparedGroup,
	ComparedSide,
	ComparisonPage,
	ExposureKind,
	Forbidden,
	Reason,
	ReasonFact,
	RecordsFacts,
	SideSummary,
	TimeRange,
	VerdictKind,
} from '../shared/comparison';
import { changeThresholds } from '../shared/comparison';
import { describeFileLimit } from './fileLimitMessages';
import { describeRecordCount, formatCount, formatDuration, formatShare, locale, plural } from './formats';
import { l10n } from './l10n';
import { describeProof } from './outcomeMessages';

/* Totals for computing shares. Shares refer to devices with errors, because the number of other devices is unknown. */

export interface ComparedWhole {
	readonly before: Pick<SideSummary, 'records' | 'devices' | 'tested'>;
	readonly after: Pick<SideSummary, 'records' | 'devices' | 'tested'>;
	readonly by: ComparisonPage['by'];
	readonly exposure: ExposureKind;
}

const equalTime = 0.01;

export function describeFold(kind: VerdictKind): string {
	switch (kind) {
		case 'new':
			return l10n.t('New');
		case 'increased':
			return l10n.t('Increased');
		case 'small':
			return l10n.t('Significant but small');
		case 'unchanged':
			return l10n.t('Unchanged');
		case 'decreased':
			return l10n.t('Decreased');
		case 'gone':
			return l10n.t('Gone');
		case 'tooFew':
			return l10n.t('Too few records');
		case 'variable':
			return l10n.t('Strong daily variation');
		case 'inconclusive':
			return l10n.t('Inconclusive');
	}
}

export function describeVerdict(group: ComparedGroup, whole: ComparedWhole): string {
	const { verdict, change, changeOfShare, readingsDisagree } = group;
	const sentences = [sentenceOf(group, whole)];
	if (readingsDisagree && changeOfShare && verdict.kind === 'unchanged' && change) {
		sentences[0] = l10n.t(
			'The two measures disagree. Over time: {0}. As a share of devices with errors: {1}.',
			describeTimes(change),
			describeTimes(changeOfShare),
		);
	} else if (readingsDisagree && changeOfShare) {
		sentences.push(l10n.t('As a share of devices with errors: {0}.', describeTimes(changeOfShare)));
	}
	if (whole.by === 'records') {
		sentences.push(l10n.t('Counts records, not devices.'));
	}
	return sentences.join(' ');
}

function sentenceOf(group: ComparedGroup, whole: ComparedWhole): string {
	const { verdict } = group;
	switch (verdict.kind) {
		case 'new':
			return l10n.t(
				'Not found in {0} on the "before" side. At the rate of the "after" side, about {1} would be expected.',
				describeRecordCount(whole.before.records),
				formatCount(Math.round(verdict.expected)),
			);
		case 'gone':
			return l10n.t(
				'Not found in {0} on the "after" side. At the rate of the "before" side, about {1} would be expected.',
				describeRecordCount(whole.after.records),
				formatCount(Math.round(verdict.expected)),
			);
		case 'increased':
		case 'decreased':
			return describeChange(group, whole);
		case 'small':
			return l10n.t('Significant but small: {0}', describeChange(group, whole));
		case 'unchanged':
			return l10n.t('No detectable change.');
		case 'tooFew':
			return describeTooFew(group);
		case 'variable':
			return l10n.t(
				'Inconclusive: daily counts vary {0} times more than expected by chance.',
				formatTimes(verdict.dispersion),
			);
		case 'inconclusive':
			return l10n.t('Inconclusive: {0}.', verdict.reasons.map(nameReason).join('; '));
	}
}

function describeTooFew({ before, after }: ComparedGroup): string {
	if (!before) {
		return l10n.t('Found only on the "after" side, but too rarely to be considered new.');
	}
	return after
		? l10n.t('Too few records for a conclusion.')
		: l10n.t('Not found on the "after" side, but there are too few records for a conclusion.');
}

function describeChange({ counted, change }: ComparedGroup, whole: ComparedWhole): string {
	const counts = describePair(counted.before, counted.after, whole.by);
	const words = [counts, describeExposure(whole)].join(' ');
	return change ? l10n.t('{0} (change: {1}, 95% CI).', words, describeTimes(change)) : `${words}.`;
}

export function describePair(before: number, after: number, by: ComparisonPage['by']): string {
	const [from, to] = [formatCount(before), formatCount(after)];
	return by === 'devices' ? l10n.t('{0} → {1} devices', from, to) : l10n.t('{0} → {1} records', from, to);
}

function describeExposure({ before, after, exposure, by }: ComparedWhole): string {
	const active = [before.tested.activeDevices, after.tested.activeDevices].filter((count) => count !== undefined);
	if (active.length === 2) {
		return l10n.t('over {0} and {1} active device-days', ...active.map(formatCount));
	}
	if (exposure === 'devices') {
		const of = [before.tested.counted, after.tested.counted].map(formatCount);
		return by === 'devices'
			? l10n.t('out of {0} (before) and {1} (after) with errors', ...of)
			: l10n.t('out of {0} (before) and {1} (after)', ...of);
	}
	const [one, other] = [before.tested.seconds ?? 0, after.tested.seconds ?? 0];
	return Math.abs(one - other) <= equalTime * Math.max(one, other)
		? l10n.t('over the same duration')
		: l10n.t('over {0} and {1}', describeSeconds(one), describeSeconds(other));
}

function describeTimes({ low, high }: { readonly low: number; readonly high: number | undefined }): string {
	return high === undefined
		? l10n.t('at least {0}×', formatTimes(low))
		: l10n.t('{0}× to {1}×', formatTimes(low), formatTimes(high));
}

export function describeCaveat(reason: Reason): string {
	return [describeFact(reason), forbidden[reason.forbids](), describeHelp(reason)]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

const forbidden: Readonly<Record<Forbidden, () => string>> = {
	none: () => '',
	increases: () => l10n.t('For this reason, no group is marked as new or increased.'),
	decreases: () => l10n.t('For this reason, no group is marked as gone or decreased.'),
	renames: () => l10n.t('For this reason, these groups are not marked as new or gone.'),
	all: () => l10n.t('For this reason, no group is marked as new, increased, decreased, or gone.'),
};

function describeFact(reason: ReasonFact): string {
	switch (reason.kind) {
		case 'cut':
			return l10n.t('Records are missing on the "{0}" side.', describeSide(reason.side));
		case 'unproven':
			return l10n.t(
				'Records may be missing on the "{0}" side. Completeness was not checked.',
				describeSide(reason.side),
			);
		case 'timeMissing':
			return l10n.t(
				'The "{0}" side has no data for {1} of its range. This time is excluded from the comparison.',
				describeSide(reason.side),
				describeSeconds(reason.seconds),
			);
		case 'filtersDiffer':
			return l10n.t('Only one side was filtered by {0}.', reason.columns.join(', '));
		case 'clockDiffers':
			return l10n.t('The date ranges use different time zones: {0} and {1}.', reason.before, reason.after);
		case 'dimensionDiffers':
			return l10n.t('One range uses device time, the other uses server time.');
		case 'fieldsMissing':
			return l10n.t('The comparison needs fields that are missing on one side: {0}.', reason.fields.join(', '));
		case 'rangesOverlap':
			return l10n.t(
				'The ranges overlap by {0} ({1}). The overlap is counted on neither side.',
				describeSeconds(reason.seconds),
				describeRecordCount(reason.records),
			);
		case 'tooShort':
			return l10n.t(
				'There is too little data to compare: the shorter side covers {0}, and both sides together have {1} counted devices or records.',
				describeSeconds(reason.seconds),
				formatCount(reason.counted),
			);
		case 'shorterThanWeek':
			return l10n.t(
				'A side covers less than a week. The records include neither the same weekdays and hours of other weeks nor enough other days to determine the usual variation.',
			);
		case 'commonMovement':
			return l10n.t(
				'The overall frequency of errors changed by a factor of {0}. Only groups that deviate from this change get a verdict.',
				formatTimes(reason.ratio),
			);
		case 'empty':
			return l10n.t('There are no records on the "{0}" side.', describeSide(reason.side));
		case 'file':
			return l10n.t('File on the "{0}" side: {1}', describeSide(reason.side), describeFileLimit(reason.limit));
		case 'otherApplication':
			return l10n.t('Each side contains records of a different application: {0} and {1}.', reason.before, reason.after);
		case 'mappingDiffers':
			return l10n.t('One side has more minified stack traces than the other.');
		case 'minifiedBuilds':
			return plural(reason.groups, {
				one: '{0} group may have another name on the other side, because the sides contain different builds, and their minified stack traces have no matching mapping files.',
				other:
					'{0} groups may have other names on the other side, because the sides contain different builds, and their minified stack traces have no matching mapping files.',
			});
	}
}

function describeHelp({ kind }: ReasonFact): string {
	switch (kind) {
		case 'cut':
			return l10n.t('To fix this, export the missing records.');
		case 'unproven':
			return l10n.t('To fix this, verify the export or use synced records.');
		case 'timeMissing':
			return l10n.t('To fix this, fetch the missing days.');
		case 'filtersDiffer':
			return l10n.t('To fix this, export with the same filters.');
		case 'clockDiffers':
			return l10n.t('To fix this, export with the same time zone.');
		case 'dimensionDiffers':
			return l10n.t('To fix this, export both sides with the same time basis (device time or server time).');
		case 'fieldsMissing':
			return l10n.t('To fix this, export with the same fields.');
		case 'tooShort':
		case 'shorterThanWeek':
			return l10n.t('To fix this, compare more days.');
		case 'mappingDiffers':
		case 'minifiedBuilds':
			return l10n.t('To fix this, provide the mapping files of both builds.');
		case 'rangesOverlap':
		case 'commonMovement':
		case 'empty':
		case 'file':
		case 'otherApplication':
			return '';
	}
}

function nameReason(kind: ReasonFact['kind']): string {
	switch (kind) {
		case 'cut':
			return l10n.t('records are missing');
		case 'unproven':
			return l10n.t('completeness not checked');
		case 'timeMissing':
			return l10n.t('data is missing for part of the period');
		case 'filtersDiffer':
			return l10n.t('the filters differ');
		case 'clockDiffers':
			return l10n.t('the time zones differ');
		case 'dimensionDiffers':
			return l10n.t('one range uses server time');
		case 'fieldsMissing':
			return l10n.t('fields are missing');
		case 'rangesOverlap':
			return l10n.t('the ranges overlap');
		case 'shorterThanWeek':
			return l10n.t('a side covers less than a week');
		case 'commonMovement':
			return l10n.t('the number of all errors changed to a similar extent');
		case 'tooShort':
			return l10n.t('too little data to compare');
		case 'empty':
			return l10n.t('one side has no records');
		case 'file':
			return l10n.t('a file is incomplete');
		case 'otherApplication':
			return l10n.t('the applications differ');
		case 'mappingDiffers':
			return l10n.t('the share of minified stack traces differs');
		case 'minifiedBuilds':
			return l10n.t('minified stack traces of different builds');
	}
}

function describeSide(side: ComparedSide): string {
	return side === 'before' ? l10n.t('before') : l10n.t('after');
}

export function describeBasis({
	by,
	exposure,
	after,
	lag,
	rhythm,
}: Pick<ComparisonPage, 'by' | 'after' | 'lag' | 'rhythm'> & Pick<ComparedWhole, 'exposure'>) {
	return [
		by === 'devices'
			? l10n.t('Verdicts are based on devices with errors. Each device counts once per side.')
			: l10n.t('Verdicts are based on records because at least one side has no device column.'),
		describeThresholds(by),
		exposure === 'time'
			? by === 'devices'
				? l10n.t(
						"Counts are normalized by duration. A verdict also requires a change in the group's share of all devices with errors.",
					)
				: l10n.t(
						"Counts are normalized by duration. A verdict also requires a change in the group's share of all records.",
					)
			: after.tested.activeDevices !== undefined
				? l10n.t('Counts are normalized by active devices.')
				: l10n.t('Counts are normalized by all devices with errors. This assumes that other errors did not change.'),
		...(rhythm ? [describeRhythm[rhythm]()] : []),
		...(lag && exposure === 'time'
			? [
					lag.measured
						? l10n.t(
								'90% of records arrive within {0}. Verdicts exclude records that were less than {1} old when they were requested.',
								formatDuration(lag.usual * 1000),
								formatDuration(lag.leftOut * 1000),
							)
						: l10n.t(
								'The records have no server time, so verdicts exclude records that were less than {0} old when they were requested.',
								formatDuration(lag.leftOut * 1000),
							),
				]
			: []),
	];
}

const describeRhythm: Readonly<Record<NonNullable<ComparisonPage['rhythm']>, () => string>> = {
	aligned: () =>
		l10n.t('Only the same weekdays and hours of both sides are compared, so the weekly pattern has no effect.'),
	widened: () => l10n.t('The tests take the usual variation between days into account.'),
};

function describeThresholds(by: ComparisonPage['by']): string {
	const thresholds = [formatTimes(changeThresholds.ratio), formatCount(changeThresholds.count)] as const;
	return by === 'devices'
		? l10n.t(
				'A significant change by a factor of less than {0}, or with fewer than {1} devices on the larger side, is listed as significant but small.',
				...thresholds,
			)
		: l10n.t(
				'A significant change by a factor of less than {0}, or with fewer than {1} records on the larger side, is listed as significant but small.',
				...thresholds,
			);
}

/** Describes the limitations of one side. If `isPart` is true, omits the number of records outside both ranges. */
export function describeSideFlags(
	facts: RecordsFacts | undefined,
	{ untimed, outside, deviceless }: Pick<SideSummary, 'untimed' | 'outside' | 'deviceless'>,
	isPart = false,
): readonly string[] {
	return [
		facts ? describeProof(facts.proof).label : l10n.t('unknown origin'),
		...(untimed > 0 ? [l10n.t('Not counted: {0} without a time', describeRecordCount(untimed))] : []),
		...(outside > 0 && !isPart ? [l10n.t('Not counted: {0} outside both ranges', describeRecordCount(outside))] : []),
		...(deviceless > 0 ? [l10n.t('{0} without a device ID', describeRecordCount(deviceless))] : []),
	];
}

export function describeSpans(spans: readonly TimeRange[], timeZone: string): string {
	return spans.map((span) => describeSpan(span, timeZone)).join('; ') || l10n.t('no time');
}

/** Returns text such as `37 of 1,204 devices with errors (3.1%)`. */
export function describeShare(devices: number, of: number): string {
	return l10n.t(
		'{0} of {1} devices with errors ({2})',
		formatCount(devices),
		formatCount(of),
		formatShare(devices, of),
	);
}

export function describeSpan({ since, until }: TimeRange, timeZone: string): string {
	return momentFormat(timeZone).formatRange(since * 1000, until * 1000);
}

export function describeDaysTo(days: number, until: number, timeZone: string): string {
	return l10n.t('{0} days up to {1}', formatCount(days), describeInstant(until, timeZone));
}

export function describeInstant(seconds: number, timeZone: string): string {
	return momentFormat(timeZone).format(seconds * 1000);
}

function momentFormat(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat(locale(), { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}

/** Formats a duration. From two days on, the unit is days. */
export function describeSeconds(seconds: number): string {
	const days = seconds / 86_400;
	return days < 2
		? formatDuration(seconds * 1000)
		: l10n.t('{0} days', new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(days));
}

export function formatTimes(times: number): string {
	const digits = times < 10 ? 1 : 0;
	return new Intl.NumberFormat(locale(), {
		minimumFractionDigits: times < 0.1 ? 0 : digits,
		maximumFractionDigits: times < 0.1 ? 3 : digits,
	}).format(times);
}
