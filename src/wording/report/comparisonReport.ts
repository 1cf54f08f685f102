import type { ReportBlock, ReportDocument, ReportLink } from '../../core/records/write/report/report';
import type {
	ComparedGroup,
	ComparisonPage,
	ExposureKind,
	SideSummary,
	TraitLines,
	VerdictKind,
} from '../../shared/comparison';
import type { GroupKey } from '../../shared/results';
import {
	type ComparedWhole,
	describeBasis,
	describeCaveat,
	describeFold,
	describePair,
	describeShare,
	describeSpan,
	describeVerdict,
} from '../comparisonMessages';
import { formatCount, formatMoment } from '../formats';
import { l10n } from '../l10n';
import {
	foreign,
	getCode,
	getLink,
	getNames,
	getVersions,
	heading,
	labelled,
	paragraph,
	traitsOf,
	traitText,
} from './reportText';

export interface ReportedChange {
	readonly group: ComparedGroup;
	readonly traits: TraitLines | undefined;
	readonly code: ReportLink | undefined;
	readonly link: string | undefined;
}

export interface ReportFold {
	readonly kinds: readonly VerdictKind[];
	readonly groups: readonly ReportedChange[] | undefined;
}

export interface ReportedComparison {
	readonly application: string;
	readonly labels: { readonly before: string; readonly after: string };
	readonly key: GroupKey;
	readonly keyWords: string;
	/** True if records are grouped by a column with personal data. The report then omits the values of groups. */
	readonly isPersonal: boolean;
	readonly filters: readonly string[];
	readonly exposure: ExposureKind;
	readonly timeZone: string;
	readonly result: Omit<ComparisonPage, 'page' | 'listed'>;
	readonly folds: readonly ReportFold[];
	readonly asOf: Date;
}

/** Creates a report. Only the line with `as of` depends on the current time. */
export function comparisonReport(comparison: ReportedComparison): ReportDocument {
	const { application, result, folds, asOf } = comparison;
	return {
		title: l10n.t('Comparison: {0}', application),
		language: l10n.language,
		blocks: [
			heading(1, ...labelled(l10n.t('Comparison'), foreign(application))),
			paragraph(
				l10n.t(
					'As of {0}, based on records stored on this machine.',
					formatMoment(asOf, 'minute', comparison.timeZone),
				),
			),
			...getQuestion(comparison),
			...flagsOf(comparison),
			...getTotals(comparison),
			...folds.flatMap((fold) => foldOf(fold, comparison)),
			...(comparison.isPersonal
				? [
						paragraph(
							l10n.t('This report contains no groups, because their names come from a column with personal data.'),
						),
					]
				: likelySameOf(result, comparison.key)),
		],
	};
}

function getQuestion(comparison: ReportedComparison): ReportBlock[] {
	const { labels, timeZone, key, keyWords, filters, exposure, result } = comparison;
	return [
		{
			kind: 'list',
			items: [
				labelled(l10n.t('Before'), foreign(labels.before)),
				labelled(l10n.t('After'), foreign(labels.after)),
				labelled(l10n.t('Time zone'), foreign(timeZone)),
				...filters.map((words) => labelled(l10n.t('Filter (both sides)'), foreign(words))),
				key.kind === 'column'
					? labelled(l10n.t('Records are grouped by column'), foreign(keyWords))
					: [traitLabels[key.kind]()],
				...describeBasis({ ...result, exposure }).map((sentence) => [sentence]),
			],
		},
	];
}

const traitLabels: Readonly<Record<Exclude<GroupKey['kind'], 'column'>, () => string>> = {
	frames: () => l10n.t('Errors are grouped by stack frames.'),
	topFrame: () => l10n.t('Errors are grouped by the top stack frame.'),
	message: () => l10n.t('Errors are grouped by message.'),
	name: () => l10n.t('Errors are grouped by name.'),
};

function flagsOf({ result: { reasons } }: ReportedComparison): ReportBlock[] {
	return reasons.length === 0
		? []
		: [
				heading(2, l10n.t('Limitations of this comparison')),
				{ kind: 'list', items: reasons.map((reason) => [describeCaveat(reason)]) },
			];
}

function getTotals({ result: { before, after, by }, timeZone }: ReportedComparison): ReportBlock[] {
	const row = (label: string, of: (side: SideSummary) => string) => [label, of(before), of(after)];
	const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));
	return [
		heading(2, l10n.t('Totals')),
		{
			kind: 'table',
			head: ['', l10n.t('Before'), l10n.t('After')],
			rows: [
				row(l10n.t('Records'), ({ records }) => count(records)),
				...(by === 'devices' ? [row(l10n.t('Devices with errors'), ({ devices }) => count(devices))] : []),
				row(l10n.t('Time'), ({ spans }) => spans.map((span) => describeSpan(span, timeZone)).join('; ') || '–'),
				row(l10n.t('Included in verdicts'), ({ tested }) => count(tested.counted)),
				...(['untimed', 'outside', 'deviceless'] as const)
					.filter((kind) => before[kind] + after[kind] > 0)
					.map((kind) => row(leftOut[kind](), (side) => count(side[kind]))),
			],
		},
	];
}

const leftOut: Readonly<Record<'untimed' | 'outside' | 'deviceless', () => string>> = {
	untimed: () => l10n.t('Not counted: records without a time'),
	outside: () => l10n.t('Not counted: records outside both ranges'),
	deviceless: () => l10n.t('Records without a device ID'),
};

function foldOf({ kinds, groups: groupsOfFold }: ReportFold, comparison: ReportedComparison): ReportBlock[] {
	const { groups } = comparison.result;
	const total = kinds.reduce((sum, kind) => sum + groups[kind], 0);
	const [first] = kinds;
	const parts = kinds.filter((kind) => kinds.length > 1 && groups[kind] > 0);
	return [
		heading(2, `${first === undefined ? '' : describeFold(first)} (${formatCount(total)})`),
		...(parts.length > 0
			? [{ kind: 'list', items: parts.map((kind) => labelled(describeFold(kind), formatCount(groups[kind]))) } as const]
			: []),
		...(groupsOfFold ?? []).flatMap((group, index) => groupOf(group, index + 1, comparison)),
		...(groupsOfFold && total > groupsOfFold.length
			? [paragraph(l10n.t('{0} more', formatCount(total - groupsOfFold.length)))]
			: []),
	];
}

function groupOf(
	{ group, traits, code, link }: ReportedChange,
	place: number,
	comparison: ReportedComparison,
): ReportBlock[] {
	const { key, exposure, result } = comparison;
	const { before, after } = group;
	const { by } = result;
	const whole: ComparedWhole = { before: result.before, after: result.after, by, exposure };
	const records = [before?.records ?? 0, after?.records ?? 0] as const;
	const devices = [before?.devices ?? 0, after?.devices ?? 0] as const;
	const counted = by === 'devices' ? devices : records;
	const [title = '', ...details] = getNames(key, group.value);
	const seen = after ?? before;
	const counts = [
		...(by === 'devices' ? [describePair(...devices, 'devices')] : []),
		describePair(...records, 'records'),
	];
	return [
		heading(3, `${formatCount(place)}. `, title),
		...(details.length > 0 ? [paragraph(...traitText(' · ', details))] : []),
		paragraph(counts.join(' · ')),
		{ kind: 'bars', bars: [bar(l10n.t('before'), counted[0]), bar(l10n.t('after'), counted[1])] },
		paragraph(describeVerdict(group, whole)),
		...(by === 'devices' && after && result.after.devices !== undefined
			? [paragraph(l10n.t('After: {0}.', describeShare(devices[1], result.after.devices)))]
			: []),
		...trendsOf(group, result),
		...(seen ? getVersions(seen.firstVersion, seen.lastVersion).map((line) => paragraph(...line)) : []),
		...getCode(code),
		...getLink(link),
		...traitsOf(traits),
	];
}

/** Returns the trend of each side, with the same number of bars for both sides. */
function trendsOf(
	{ before, after }: ComparedGroup,
	{ before: sideBefore, after: sideAfter }: ReportedComparison['result'],
): ReportBlock[] {
	const trend = (label: string, counts: readonly number[] = [], seconds: number | undefined, words: string) => ({
		label,
		counts: counts.map((count) => (count * counts.length) / Math.max(1, seconds ?? 1)),
		words,
	});
	const length = Math.max(before?.trend.length ?? 0, after?.trend.length ?? 0);
	const none = new Array<number>(length).fill(0);
	return length < 2
		? []
		: [
				{
					kind: 'trends',
					trends: [
						trend(l10n.t('before'), before?.trend ?? none, sideBefore.seconds, ''),
						trend(l10n.t('after'), after?.trend ?? none, sideAfter.seconds, ''),
					],
				},
			];
}

function bar(label: string, count: number) {
	return { label, count, words: formatCount(count) };
}

function likelySameOf({ likelySame }: ReportedComparison['result'], key: GroupKey): ReportBlock[] {
	if (likelySame.length === 0) {
		return [];
	}
	return [
		heading(2, l10n.t('Possibly renamed')),
		paragraph(
			l10n.t('Each pair is listed above as one gone group and one new group. App Errors does not merge these groups.'),
		),
		{
			kind: 'list',
			items: likelySame.map(({ before, after, frames }) => [
				...traitText(' · ', getNames(key, before)),
				' → ',
				...traitText(' · ', getNames(key, after)),
				`: ${l10n.t('same type and {0} common frames', formatCount(frames))}`,
			]),
		},
	];
}
