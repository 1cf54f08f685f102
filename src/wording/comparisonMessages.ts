import { l10n } from 'vscode';
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
import { describeRecordCount, formatCount, formatDuration, formatShare, locale } from './formats';
import { describeProof } from './outcomeMessages';

/*
 * What is said of a comparison. The records are those of errors: nobody knows how many devices had none, so a share is
 * always of the devices that reported errors.
 */

/** What a sentence about a group needs of the comparison that it is from. */
export interface ComparedWhole {
	readonly before: Pick<SideSummary, 'records' | 'devices' | 'tested'>;
	readonly after: Pick<SideSummary, 'records' | 'devices' | 'tested'>;
	readonly by: ComparisonPage['by'];
	readonly exposure: ExposureKind;
}

/** The longest that times of two sides differ and are called equal, as a share. */
const equalTime = 0.01;

/** The groups with one verdict, as a heading. */
export function describeFold(kind: VerdictKind): string {
	switch (kind) {
		case 'new':
			return l10n.t('New');
		case 'grown':
			return l10n.t('Grown');
		case 'unchanged':
			return l10n.t('Unchanged');
		case 'shrunk':
			return l10n.t('Shrunk');
		case 'gone':
			return l10n.t('Gone');
		case 'tooFew':
			return l10n.t('Too few to tell');
		case 'variesStrongly':
			return l10n.t('Days vary strongly');
		case 'cannotTell':
			return l10n.t('Cannot tell');
	}
}

/** The verdict about a group with its figures, in sentences. */
export function describeVerdict(group: ComparedGroup, whole: ComparedWhole): string {
	const sentences = [sentenceOf(group, whole)];
	if (group.readingsDisagree && group.changeOfShare) {
		sentences.push(
			l10n.t('By its share of the devices that reported errors: {0}.', describeTimes(group.changeOfShare)),
		);
	}
	if (whole.by === 'records') {
		sentences.push(l10n.t('By records, one device may be many.'));
	}
	return sentences.join(' ');
}

function sentenceOf(group: ComparedGroup, whole: ComparedWhole): string {
	const { verdict } = group;
	switch (verdict.kind) {
		case 'new':
			return l10n.t(
				'Not among {0} before; at the frequency of after, about {1} were to be expected.',
				describeRecordCount(whole.before.records),
				formatCount(Math.round(verdict.expected)),
			);
		case 'gone':
			return l10n.t(
				'None among {0} after; at the frequency of before, about {1} were to be expected.',
				describeRecordCount(whole.after.records),
				formatCount(Math.round(verdict.expected)),
			);
		case 'grown':
		case 'shrunk':
			return describeChange(group, whole);
		case 'unchanged':
			return l10n.t('No change can be seen.');
		case 'tooFew':
			return describeTooFew(group);
		case 'variesStrongly':
			return l10n.t(
				'No verdict: days vary {0} times as much as they would by chance.',
				formatTimes(verdict.dispersion),
			);
		case 'cannotTell':
			return l10n.t('Cannot tell: {0}.', verdict.reasons.map(nameReason).join('; '));
	}
}

function describeTooFew({ before, after }: ComparedGroup): string {
	if (!before) {
		return l10n.t('Seen only after, too rarely to call it new.');
	}
	return after ? l10n.t('Too few to tell.') : l10n.t('Not seen after; too few to tell.');
}

/** `12 → 40 devices in equal time; between 1.7 and 7.0 times with 95 % confidence.` */
function describeChange({ counted, change }: ComparedGroup, whole: ComparedWhole): string {
	const counts = describePair(counted.before, counted.after, whole.by);
	const words = [counts, describeExposure(whole)].join(' ');
	return change ? l10n.t('{0}; {1} with 95 % confidence.', words, describeTimes(change)) : `${words}.`;
}

/** `12 → 40 devices` */
export function describePair(before: number, after: number, by: ComparisonPage['by']): string {
	const [from, to] = [formatCount(before), formatCount(after)];
	return by === 'devices' ? l10n.t('{0} → {1} devices', from, to) : l10n.t('{0} → {1} records', from, to);
}

function describeExposure({ before, after, exposure, by }: ComparedWhole): string {
	if (exposure === 'devices') {
		const of = [before.tested.counted, after.tested.counted].map(formatCount);
		return by === 'devices'
			? l10n.t('of {0} and {1} that reported errors', ...of)
			: l10n.t('of {0} and {1} with errors', ...of);
	}
	const [one, other] = [before.tested.seconds ?? 0, after.tested.seconds ?? 0];
	return Math.abs(one - other) <= equalTime * Math.max(one, other)
		? l10n.t('in equal time')
		: l10n.t('in {0} and {1}', describeSeconds(one), describeSeconds(other));
}

/** Between which numbers the change is. */
function describeTimes({ low, high }: { readonly low: number; readonly high: number | undefined }): string {
	return high === undefined
		? l10n.t('at least {0} times', formatTimes(low))
		: l10n.t('between {0} and {1} times', formatTimes(low), formatTimes(high));
}

/** Why the sides cannot be compared, or not as they are: what is wrong, which verdicts that leaves, and what would help. */
export function describeObstacle(reason: Reason): string {
	return [describeFact(reason), forbidden[reason.forbids](), describeHelp(reason)]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

const forbidden: Readonly<Record<Forbidden, () => string>> = {
	nothing: () => '',
	rises: () => l10n.t('So nothing is called new or grown.'),
	falls: () => l10n.t('So nothing is called gone or shrunk.'),
	all: () => l10n.t('So nothing is called new, grown, shrunk or gone.'),
};

function describeFact(reason: ReasonFact): string {
	switch (reason.kind) {
		case 'cut':
			return l10n.t('Records are missing {0}.', describeSide(reason.side));
		case 'unproven':
			return l10n.t('Nobody has checked whether records are missing {0}.', describeSide(reason.side));
		case 'timeMissing':
			return l10n.t(
				'The time {0} lacks {1}, and is compared without.',
				describeSide(reason.side),
				describeSeconds(reason.seconds),
			);
		case 'filtersDiffer':
			return l10n.t('Only one side was filtered by {0}.', reason.columns.join(', '));
		case 'clockDiffers':
			return l10n.t('The ranges were read on the clocks of {0} and of {1}.', reason.before, reason.after);
		case 'dimensionDiffers':
			return l10n.t('One range is about when errors happened, the other about when they were received.');
		case 'fieldsMissing':
			return l10n.t('The comparison needs fields that both sides must have: {0}.', reason.fields.join(', '));
		case 'rangesOverlap':
			return l10n.t(
				'The ranges share {0} with {1}, which are counted on neither side.',
				describeSeconds(reason.seconds),
				describeRecordCount(reason.records),
			);
		case 'tooShort':
			return l10n.t(
				'There is too little to compare: the shorter side has {0}, and both together have {1} devices or records that count.',
				describeSeconds(reason.seconds),
				formatCount(reason.counted),
			);
		case 'empty':
			return l10n.t('There are no records {0}.', describeSide(reason.side));
		case 'otherApplication':
			return l10n.t('The sides are of different applications: {0} and {1}.', reason.before, reason.after);
		case 'mappingDiffers':
			return l10n.t('More of the stack traces are minified on one side than on the other.');
	}
}

function describeHelp({ kind }: ReasonFact): string {
	switch (kind) {
		case 'cut':
			return l10n.t('What would help: export what is missing.');
		case 'unproven':
			return l10n.t('What would help: Verify Export, or kept records.');
		case 'timeMissing':
			return l10n.t('What would help: fetch these days.');
		case 'filtersDiffer':
			return l10n.t('What would help: an export with the same filters.');
		case 'clockDiffers':
			return l10n.t('What would help: an export by the same clock.');
		case 'dimensionDiffers':
			return l10n.t('What would help: an export by the same time.');
		case 'fieldsMissing':
			return l10n.t('What would help: an export with the same fields.');
		case 'tooShort':
			return l10n.t('What would help: more days.');
		case 'mappingDiffers':
			return l10n.t('What would help: the mapping files of both builds.');
		case 'rangesOverlap':
		case 'empty':
		case 'otherApplication':
			return '';
	}
}

/** In few words, after others. */
function nameReason(kind: ReasonFact['kind']): string {
	switch (kind) {
		case 'cut':
			return l10n.t('records are missing');
		case 'unproven':
			return l10n.t('nobody has checked whether records are missing');
		case 'timeMissing':
			return l10n.t('some time is missing');
		case 'filtersDiffer':
			return l10n.t('the filters differ');
		case 'clockDiffers':
			return l10n.t('the clocks differ');
		case 'dimensionDiffers':
			return l10n.t('one range is by receive time');
		case 'fieldsMissing':
			return l10n.t('fields are missing');
		case 'rangesOverlap':
			return l10n.t('the ranges overlap');
		case 'tooShort':
			return l10n.t('there is too little to compare');
		case 'empty':
			return l10n.t('a side is empty');
		case 'otherApplication':
			return l10n.t('the applications differ');
		case 'mappingDiffers':
			return l10n.t('minified traces differ');
	}
}

function describeSide(side: ComparedSide): string {
	return side === 'before' ? l10n.t('before') : l10n.t('after');
}

/** What verdicts take for granted, and what was left out of them. */
export function describeBasis({
	by,
	exposure,
	lag,
}: Pick<ComparisonPage, 'by' | 'lag'> & Pick<ComparedWhole, 'exposure'>) {
	return [
		by === 'devices'
			? l10n.t('Verdicts are by devices that reported errors: each counts once on a side.')
			: l10n.t('Verdicts are by records, one device may be many: not both sides have a column with devices.'),
		exposure === 'time'
			? l10n.t('Counts are held against the time of each side.')
			: l10n.t(
					'Counts are held against all devices with errors of each side: this assumes that other errors did not change.',
				),
		...(lag && exposure === 'time'
			? [
					lag.measured
						? l10n.t(
								'Nine of ten records arrive within {0}; the newest {1} are left out of verdicts.',
								formatDuration(lag.usual * 1000),
								formatDuration(lag.leftOut * 1000),
							)
						: l10n.t(
								'No record tells when it was received: the newest {0} are left out of verdicts.',
								formatDuration(lag.leftOut * 1000),
							),
				]
			: []),
	];
}

/**
 * What is known of the records of a side, in few words each.
 * @param isPart Only some of the time was chosen: that there are records of other times goes without saying.
 */
export function describeSideFlags(
	facts: RecordsFacts | undefined,
	{ untimed, outside, deviceless }: Pick<SideSummary, 'untimed' | 'outside' | 'deviceless'>,
	isPart = false,
): readonly string[] {
	return [
		facts ? describeProof(facts.proof).label : l10n.t('of unknown origin'),
		...(untimed > 0 ? [l10n.t('{0} without a time, not counted', describeRecordCount(untimed))] : []),
		...(outside > 0 && !isPart ? [l10n.t('{0} outside of the time, not counted', describeRecordCount(outside))] : []),
		...(deviceless > 0 ? [l10n.t('{0} without a device', describeRecordCount(deviceless))] : []),
	];
}

/** The times of a side. */
export function describeSpans(spans: readonly TimeRange[], timeZone: string): string {
	return spans.map((span) => describeSpan(span, timeZone)).join('; ') || l10n.t('no time');
}

/** `37 of 1,204 devices that reported errors (3.1 %)` */
export function describeShare(devices: number, of: number): string {
	return l10n.t(
		'{0} of {1} devices that reported errors ({2})',
		formatCount(devices),
		formatCount(of),
		formatShare(devices, of),
	);
}

/** Both ends on the clock of a zone, to the minute. */
export function describeSpan({ since, until }: TimeRange, timeZone: string): string {
	return momentFormat(timeZone).formatRange(since * 1000, until * 1000);
}

/** The last so many days up to a moment (Unix time, seconds) on the clock of a zone. */
export function describeDaysTo(days: number, until: number, timeZone: string): string {
	return l10n.t('{0} days to {1}', formatCount(days), describeInstant(until, timeZone));
}

/** A moment (Unix time, seconds) on the clock of a zone, to the minute. */
export function describeInstant(seconds: number, timeZone: string): string {
	return momentFormat(timeZone).format(seconds * 1000);
}

function momentFormat(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat(locale(), { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}

/** Days as soon as there are two of them. */
export function describeSeconds(seconds: number): string {
	const days = seconds / 86_400;
	return days < 2
		? formatDuration(seconds * 1000)
		: l10n.t('{0} days', new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(days));
}

function formatTimes(times: number): string {
	const digits = times < 10 ? 1 : 0;
	return new Intl.NumberFormat(locale(), {
		minimumFractionDigits: times < 0.1 ? 0 : digits,
		maximumFractionDigits: times < 0.1 ? 3 : digits,
	}).format(times);
}
