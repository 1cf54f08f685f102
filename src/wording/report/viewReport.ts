import type { ReportBlock, ReportDocument, ReportLine } from '../../core/records/write/report/report';
import type { ReportedGroup, ReportedView } from '../../core/report/collectView';
import type { Group, GroupKey } from '../../shared/results';
import { describeShare, describeSpan } from '../comparisonMessages';
import { describeRecordCount, formatCount, formatMoment, formatShare } from '../formats';
import { l10n } from '../l10n';
import { traitLines } from '../traitMessages';
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

/** Creates a report. Only the line with `as of` depends on the current time. */
export function viewReport(view: ReportedView): ReportDocument {
	const [subject = '', ...rest] = view.source;
	return {
		title: l10n.t('Errors: {0}', subject),
		language: l10n.language,
		blocks: [
			heading(1, ...labelled(l10n.t('Errors'), foreign(subject))),
			paragraph(
				l10n.t('As of {0}, based on records stored on this machine.', formatMoment(view.asOf, 'minute', view.timeZone)),
			),
			{
				kind: 'list',
				items: [
					...rest.map((words) => [foreign(words)]),
					labelled(l10n.t('Time zone'), foreign(view.timeZone)),
					...view.filters.map((words) => labelled(l10n.t('Filter'), foreign(words))),
				],
			},
			...flagsOf(view),
			...getTotals(view),
			...getGroups(view),
		],
	};
}

function flagsOf({ flags }: ReportedView): ReportBlock[] {
	return flags.length === 0
		? []
		: [heading(2, l10n.t('Limitations of these records')), { kind: 'list', items: flags.map((words) => [words]) }];
}

function getTotals({ records, devices, times, versions, overTime }: ReportedView): ReportBlock[] {
	const [first = '', last = ''] = times;
	const [oldest = '', newest = ''] = versions;
	const items: ReportLine[] = [
		labelled(l10n.t('Records'), formatCount(records)),
		...(devices === undefined ? [] : [labelled(l10n.t('Devices with errors'), formatCount(devices))]),
		...(first === '' ? [] : [labelled(l10n.t('First and last record'), foreign(first), ' – ', foreign(last))]),
		...getVersions(oldest, newest),
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

function getGroups(view: ReportedView): ReportBlock[] {
	const { key, keyWords, page, groups } = view;
	if (!key) {
		return [
			heading(2, l10n.t('Groups')),
			paragraph(l10n.t('This report contains no groups, because their names come from a column with personal data.')),
		];
	}
	const { minified = 0 } = page.deobfuscated ?? {};
	const more = page.groups - groups.length;
	return [
		heading(2, l10n.t('Groups by {0} ({1})', keyWords, formatCount(page.groups))),
		...(minified > 0
			? [
					paragraph(
						l10n.t(
							'Minified stack traces without a matching mapping file are grouped by their minified names ({0}).',
							describeRecordCount(minified),
						),
					),
				]
			: []),
		...groups.flatMap((reported, index) => groupOf(reported, index + 1, key, view)),
		...(more > 0 ? [paragraph(l10n.t('{0} more', formatCount(more)))] : []),
	];
}

function groupOf(
	{ group, traits, code, commit, triage, link }: ReportedGroup,
	place: number,
	key: GroupKey,
	{ records, devices, timeZone, columns }: ReportedView,
): ReportBlock[] {
	const [title = '', ...details] = getNames(key, group.value);
	const counts = [
		l10n.t('{0} ({1})', describeRecordCount(group.records), formatShare(group.records, records)),
		...(group.devices === undefined || devices === undefined ? [] : [describeShare(group.devices, devices)]),
	];
	return [
		heading(3, `${formatCount(place)}. `, title),
		...(details.length > 0 ? [paragraph(...traitText(' · ', details))] : []),
		paragraph(counts.join(' · ')),
		...(group.trend.length > 1 ? [trendOf(group, timeZone)] : []),
		...getVersions(group.firstVersion, group.lastVersion).map((line) => paragraph(...line)),
		...(triage ? [paragraph(...labelled(l10n.t('Triage state'), foreign(triage.status)))] : []),
		...(triage && triage.fix !== '' ? [paragraph(...labelled(l10n.t('Check of the fix'), foreign(triage.fix)))] : []),
		...getCode(code),
		...(commit === '' ? [] : [paragraph(...labelled(l10n.t('Commits'), foreign(commit)))]),
		...getLink(link),
		...traitsOf(traits && traitLines(traits, columns)),
	];
}

function trendOf({ trend, firstSeen, lastSeen }: Group, timeZone: string): ReportBlock {
	const words =
		firstSeen === undefined || lastSeen === undefined
			? ''
			: describeSpan({ since: firstSeen, until: lastSeen }, timeZone);
	return { kind: 'trends', trends: [{ label: '', counts: trend, words }] };
}
