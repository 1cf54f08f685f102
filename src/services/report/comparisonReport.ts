import { env, l10n } from 'vscode';
import type { ReportBlock, ReportDocument, ReportLink } from '../../core/records/write/report/report';
import type {
	ApartLines,
	ComparedGroup,
	ComparisonPage,
	ExposureKind,
	SideSummary,
	VerdictKind,
} from '../../shared/comparison';
import type { GroupKey } from '../../shared/results';
import {
	type ComparedWhole,
	describeBasis,
	describeFold,
	describeObstacle,
	describePair,
	describeShare,
	describeSpan,
	describeVerdict,
} from '../../wording/comparisonMessages';
import { formatCount, formatMoment } from '../../wording/formats';
import { apartBy, apartOf, codeOf, foreign, heading, labelled, namesOf, paragraph, versionsOf } from './reportWords';

/** A group that is told, with what sets it apart on the side that it is told of, where that was asked. */
export interface ReportedChange {
	readonly group: ComparedGroup;
	readonly apart: ApartLines | undefined;
	/** Where its newest record on that side was thrown from. */
	readonly code: ReportLink | undefined;
}

/** Groups with some verdicts, of which a report tells each, or how many there are. */
export interface ReportFold {
	readonly kinds: readonly VerdictKind[];
	/** Those that are told, the clearest first; undefined where they are only counted. */
	readonly groups: readonly ReportedChange[] | undefined;
}

export interface ReportedComparison {
	/** Name of the application. */
	readonly application: string;
	/** What the records of each side are, as the person chose them. */
	readonly labels: { readonly before: string; readonly after: string };
	readonly key: GroupKey;
	readonly keyWords: string;
	/** Groups are by a personal column, so that none is told. */
	readonly isPersonal: boolean;
	/** Of both sides, in words. */
	readonly filters: readonly string[];
	readonly exposure: ExposureKind;
	readonly timeZone: string;
	readonly result: Omit<ComparisonPage, 'page' | 'listed'>;
	readonly folds: readonly ReportFold[];
	readonly asOf: Date;
}

/** What a comparison comes to. Only the line that says `as of` depends on when it was made. */
export function comparisonReport(comparison: ReportedComparison): ReportDocument {
	const { application, result, folds, asOf } = comparison;
	return {
		title: l10n.t('What changed: {0}', application),
		language: env.language,
		blocks: [
			heading(1, ...labelled(l10n.t('What changed'), foreign(application))),
			paragraph(l10n.t('As of {0}, by the records that are kept on this machine.', formatMoment(asOf))),
			...questionOf(comparison),
			...flagsOf(comparison),
			...totalsOf(comparison),
			...folds.flatMap((fold) => foldOf(fold, comparison)),
			...(comparison.isPersonal
				? [paragraph(l10n.t('The groups are by a personal column, and left out.'))]
				: likelySameOf(result, comparison.key)),
		],
	};
}

function questionOf(comparison: ReportedComparison): ReportBlock[] {
	const { labels, timeZone, key, keyWords, filters, exposure, result } = comparison;
	return [
		{
			kind: 'list',
			items: [
				labelled(l10n.t('Before'), foreign(labels.before)),
				labelled(l10n.t('After'), foreign(labels.after)),
				labelled(l10n.t('Clock'), foreign(timeZone)),
				...filters.map((words) => labelled(l10n.t('Filter of both sides'), foreign(words))),
				key.kind === 'column'
					? labelled(l10n.t('Records are told apart by the column'), foreign(keyWords))
					: [toldApartBy[key.kind]()],
				...describeBasis({ by: result.by, lag: result.lag, exposure }).map((sentence) => [sentence]),
			],
		},
	];
}

const toldApartBy: Readonly<Record<Exclude<GroupKey['kind'], 'column'>, () => string>> = {
	frames: () => l10n.t('Errors are told apart by the frames of their stack traces.'),
	topFrame: () => l10n.t('Errors are told apart by the top frame of their stack traces.'),
	message: () => l10n.t('Errors are told apart by their messages.'),
	name: () => l10n.t('Errors are told apart by their names.'),
};

function flagsOf({ result: { reasons } }: ReportedComparison): ReportBlock[] {
	return reasons.length === 0
		? []
		: [
				heading(2, l10n.t('What limits this comparison')),
				{ kind: 'list', items: reasons.map((reason) => [describeObstacle(reason)]) },
			];
}

function totalsOf({ result: { before, after, by }, timeZone }: ReportedComparison): ReportBlock[] {
	const row = (label: string, of: (side: SideSummary) => string) => [label, of(before), of(after)];
	const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));
	return [
		heading(2, l10n.t('Totals')),
		{
			kind: 'table',
			head: ['', l10n.t('Before'), l10n.t('After')],
			rows: [
				row(l10n.t('Records'), ({ records }) => count(records)),
				...(by === 'devices' ? [row(l10n.t('Devices that reported errors'), ({ devices }) => count(devices))] : []),
				row(l10n.t('Time'), ({ spans }) => spans.map((span) => describeSpan(span, timeZone)).join('; ') || '–'),
				row(l10n.t('Counted for verdicts'), ({ tested }) => count(tested.counted)),
				...(['untimed', 'outside', 'deviceless'] as const)
					.filter((kind) => before[kind] + after[kind] > 0)
					.map((kind) => row(leftOut[kind](), (side) => count(side[kind]))),
			],
		},
	];
}

const leftOut: Readonly<Record<'untimed' | 'outside' | 'deviceless', () => string>> = {
	untimed: () => l10n.t('Records without a time, on no side'),
	outside: () => l10n.t('Records outside of the time, on no side'),
	deviceless: () => l10n.t('Records without a device'),
};

function foldOf({ kinds, groups: told }: ReportFold, comparison: ReportedComparison): ReportBlock[] {
	const { groups } = comparison.result;
	const total = kinds.reduce((sum, kind) => sum + groups[kind], 0);
	const [first] = kinds;
	// Where there is more than one verdict, how many there are of each.
	const parts = kinds.filter((kind) => kinds.length > 1 && groups[kind] > 0);
	return [
		heading(2, `${first === undefined ? '' : describeFold(first)} (${formatCount(total)})`),
		...(parts.length > 0
			? [{ kind: 'list', items: parts.map((kind) => labelled(describeFold(kind), formatCount(groups[kind]))) } as const]
			: []),
		...(told ?? []).flatMap((group, index) => groupOf(group, index + 1, comparison)),
		...(told && total > told.length ? [paragraph(l10n.t('{0} more', formatCount(total - told.length)))] : []),
	];
}

function groupOf({ group, apart, code }: ReportedChange, place: number, comparison: ReportedComparison): ReportBlock[] {
	const { key, exposure, result } = comparison;
	const { before, after } = group;
	const { by } = result;
	const whole: ComparedWhole = { before: result.before, after: result.after, by, exposure };
	const records = [before?.records ?? 0, after?.records ?? 0] as const;
	const devices = [before?.devices ?? 0, after?.devices ?? 0] as const;
	const counted = by === 'devices' ? devices : records;
	const [title = '', ...details] = namesOf(key, group.value);
	const seen = after ?? before;
	const counts = [
		...(by === 'devices' ? [describePair(...devices, 'devices')] : []),
		describePair(...records, 'records'),
	];
	return [
		heading(3, `${formatCount(place)}. `, title),
		...(details.length > 0 ? [paragraph(...apartBy(' · ', details))] : []),
		paragraph(counts.join(' · ')),
		{ kind: 'bars', bars: [bar(l10n.t('before'), counted[0]), bar(l10n.t('after'), counted[1])] },
		paragraph(describeVerdict(group, whole)),
		...(by === 'devices' && after && result.after.devices !== undefined
			? [paragraph(l10n.t('After: {0}.', describeShare(devices[1], result.after.devices)))]
			: []),
		...trendsOf(group, result),
		...(seen ? versionsOf(seen.firstVersion, seen.lastVersion).map((line) => paragraph(...line)) : []),
		...codeOf(code),
		...apartOf(apart),
	];
}

/** As often as in equal times, each side over its own, from the beginning of each. */
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
		heading(2, l10n.t('Maybe the same, renamed')),
		paragraph(l10n.t('These are gone and new above. They are not merged.')),
		{
			kind: 'list',
			items: likelySame.map(({ before, after, frames }) => [
				...apartBy(' · ', namesOf(key, before)),
				' → ',
				...apartBy(' · ', namesOf(key, after)),
				`: ${l10n.t('the same type and {0} frames', formatCount(frames))}`,
			]),
		},
	];
}
