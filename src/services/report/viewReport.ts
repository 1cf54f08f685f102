import { env, l10n } from 'vscode';
import type { ReportBlock, ReportDocument, ReportLine, ReportLink } from '../../core/records/write/report/report';
import type { ApartLines } from '../../shared/comparison';
import type { Group, GroupKey, GroupPage, Histogram } from '../../shared/results';
import { describeShare, describeSpan } from '../../wording/comparisonMessages';
import { describeRecordCount, formatCount, formatMoment, formatShare } from '../../wording/formats';
import { apartBy, apartOf, codeOf, foreign, heading, labelled, namesOf, paragraph, versionsOf } from './reportWords';

/** A group that a report tells, with what was found out about it. */
export interface ReportedGroup {
	readonly group: Group;
	/** Undefined where it was not asked. */
	readonly apart: ApartLines | undefined;
	/** Where its newest record was thrown from. */
	readonly code: ReportLink | undefined;
}

/** What is known of a view when its report is written. */
export interface ReportedView {
	/** What the records are of: the application or the file first. */
	readonly source: readonly string[];
	readonly timeZone: string;
	/** What must be known of the records, a sentence each. */
	readonly flags: readonly string[];
	/** The filters of the view in words. */
	readonly filters: readonly string[];
	readonly records: number;
	readonly devices: number | undefined;
	/** The first and the last, as they stand in the file. */
	readonly times: readonly string[];
	readonly versions: readonly string[];
	readonly overTime: Histogram | undefined;
	/** Undefined where the values of groups are personal, so that none is told. */
	readonly key: GroupKey | undefined;
	/** By what groups are told apart, in words. */
	readonly keyWords: string;
	readonly page: Omit<GroupPage, 'page'>;
	readonly groups: readonly ReportedGroup[];
	readonly asOf: Date;
}

/** What a view comes to. Only the line that says `as of` depends on when it was made. */
export function viewReport(view: ReportedView): ReportDocument {
	const [subject = '', ...rest] = view.source;
	return {
		title: l10n.t('Errors of {0}', subject),
		language: env.language,
		blocks: [
			heading(1, ...labelled(l10n.t('Errors'), foreign(subject))),
			paragraph(l10n.t('As of {0}, by the records that are kept on this machine.', formatMoment(view.asOf))),
			{
				kind: 'list',
				items: [
					...rest.map((words) => [foreign(words)]),
					labelled(l10n.t('Clock'), foreign(view.timeZone)),
					...view.filters.map((words) => labelled(l10n.t('Filter'), foreign(words))),
				],
			},
			...flagsOf(view),
			...totalsOf(view),
			...groupsOf(view),
		],
	};
}

function flagsOf({ flags }: ReportedView): ReportBlock[] {
	return flags.length === 0
		? []
		: [heading(2, l10n.t('What limits these records')), { kind: 'list', items: flags.map((words) => [words]) }];
}

function totalsOf({ records, devices, times, versions, overTime }: ReportedView): ReportBlock[] {
	const [first = '', last = ''] = times;
	const [oldest = '', newest = ''] = versions;
	const items: ReportLine[] = [
		labelled(l10n.t('Records'), formatCount(records)),
		...(devices === undefined ? [] : [labelled(l10n.t('Devices that reported errors'), formatCount(devices))]),
		...(first === '' ? [] : [labelled(l10n.t('First and last'), foreign(first), ' – ', foreign(last))]),
		...versionsOf(oldest, newest),
	];
	const counts = overTime?.series[0]?.counts ?? [];
	const words = overTime ? l10n.t('{0} without a time', describeRecordCount(overTime.without)) : '';
	return [
		heading(2, l10n.t('Totals')),
		{ kind: 'list', items },
		...(counts.length > 1
			? [{ kind: 'trends', trends: [{ label: '', counts, words: overTime?.without === 0 ? '' : words }] } as const]
			: []),
	];
}

function groupsOf(view: ReportedView): ReportBlock[] {
	const { key, keyWords, page, groups } = view;
	if (!key) {
		return [heading(2, l10n.t('Groups')), paragraph(l10n.t('The groups are by a personal column, and left out.'))];
	}
	const { minified = 0 } = page.deobfuscated ?? {};
	const more = page.groups - groups.length;
	return [
		heading(2, l10n.t('Groups by {0} ({1})', keyWords, formatCount(page.groups))),
		...(minified > 0
			? [paragraph(l10n.t('{0} with minified traces are grouped as they were written.', describeRecordCount(minified)))]
			: []),
		...groups.flatMap((told, index) => groupOf(told, index + 1, key, view)),
		...(more > 0 ? [paragraph(l10n.t('{0} more', formatCount(more)))] : []),
	];
}

function groupOf(
	{ group, apart, code }: ReportedGroup,
	place: number,
	key: GroupKey,
	{ records, devices, timeZone }: ReportedView,
): ReportBlock[] {
	const [title = '', ...details] = namesOf(key, group.value);
	const counts = [
		l10n.t('{0} ({1})', describeRecordCount(group.records), formatShare(group.records, records)),
		...(group.devices === undefined || devices === undefined ? [] : [describeShare(group.devices, devices)]),
	];
	return [
		heading(3, `${formatCount(place)}. `, title),
		...(details.length > 0 ? [paragraph(...apartBy(' · ', details))] : []),
		paragraph(counts.join(' · ')),
		...(group.trend.length > 1 ? [trendOf(group, timeZone)] : []),
		...versionsOf(group.firstVersion, group.lastVersion).map((line) => paragraph(...line)),
		...codeOf(code),
		...apartOf(apart),
	];
}

/** Over the time of the whole view, with when the group was seen first and last. */
function trendOf({ trend, firstSeen, lastSeen }: Group, timeZone: string): ReportBlock {
	const words =
		firstSeen === undefined || lastSeen === undefined
			? ''
			: describeSpan({ since: firstSeen, until: lastSeen }, timeZone);
	return { kind: 'trends', trends: [{ label: '', counts: trend, words }] };
}
