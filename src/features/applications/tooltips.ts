import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { zoneName } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import type { ApplicationNode, KeptNode } from '../../services/treeNodes';
import { describeInstant } from '../../wording/comparisonMessages';
import { formatBytes, formatCount, formatDuration, formatMoment } from '../../wording/formats';
import { describeKeepDays, describeSetFault, explainContainer, explainDays } from '../../wording/keptMessages';
import { explainNews } from '../../wording/newsMessages';
import { describeDoubts, describeFlags, describeProof, describeResumable } from '../../wording/outcomeMessages';
import { explainOutlook } from '../../wording/outlookMessages';
import { describeDateDimension, describeFilters, describeFormat, describeRange } from '../../wording/planMessages';
import { describeRun, titleOfRun } from '../../wording/runMessages';
import { databaseTooltip } from './databaseItems';
import type { TreeNode } from './nodes';
import { describeNote } from './noteMessages';

/**
 * Plain text, which the editor shows as it is. In a Markdown tooltip an address in an application's name would become
 * a link even where all else is escaped.
 */
export function tooltipOf(node: TreeNode): string | undefined {
	switch (node.kind) {
		case 'application':
			return describeApplication(node);
		case 'running':
			return [titleOfRun(node.run.plan, node.run.purpose), ...describeRun(node.run)].join('\n');
		case 'kept':
			return describeKept(node);
		case 'export':
			return describeExport(node.entry);
		case 'database':
			return databaseTooltip(node);
		case 'note':
			return describeNote(node.note).whole;
		case 'older':
		case 'dataset':
		case 'mappedTable':
		case 'action':
			return undefined;
	}
}

function describeApplication({ application, pinned, added, listed }: ApplicationNode): string {
	const origin = [
		pinned ? l10n.t('Pinned') : undefined,
		added && !listed ? l10n.t('Entered by ID') : undefined,
		!added && !listed ? l10n.t('Not in the list of the service') : undefined,
	];
	return [
		application.name ?? l10n.t('Application {0}', application.id),
		facts([[l10n.t('ID'), application.id], ...zone(application), ...application.details]),
		...origin,
	]
		.filter((part) => part !== undefined)
		.join('\n');
}

function zone({ zone: told }: Application): [string, string][] {
	return told?.kind === 'named' ? [[l10n.t('Time zone'), told.name]] : [];
}

function describeKept({ entry, outlook, news, goesWithContainer }: KeptNode): string {
	const { known, folder, fault = 'unreadable', runsElsewhere } = entry;
	if (!known) {
		return [describeSetFault(fault).whole, facts([[l10n.t('Folder'), folder]])].join('\n\n');
	}
	const { plan, zone, summary, keepDays } = known;
	return [
		...(runsElsewhere ? [l10n.t('Another window is updating these records. It can be stopped there.')] : []),
		...(news ? [explainNews(news, describeInstant(news.since + 1, zoneName(zone)))] : []),
		...(outlook ? explainOutlook(outlook, new Date()) : []),
		...explainDays(summary),
		...(goesWithContainer ? [explainContainer()] : []),
		facts([
			[l10n.t('Since'), plan.since],
			[l10n.t('Time basis'), `${describeDateDimension('receive')} (${zoneName(zone)})`],
			[l10n.t('Fields'), `${formatCount(plan.fields.length)}: ${plan.fields.join(', ')}`],
			[l10n.t('Filters'), describeFilters(plan.filters).join(', ')],
			[l10n.t('Format'), describeFormat(plan.format)],
			[l10n.t('Retention'), describeKeepDays(keepDays)],
			[l10n.t('Records'), formatCount(summary.rows)],
			[l10n.t('Size'), formatBytes(summary.bytes)],
			[l10n.t('Folder'), folder],
		]),
	].join('\n\n');
}

function describeExport({ name, stored, outcome, resumable, folder, runsElsewhere }: ExportEntry): string {
	const { plan, question } = stored;
	const lines: [string, string][] = [
		[l10n.t('Name'), name ?? ''],
		[l10n.t('Range'), describeRange(plan.range)],
		[l10n.t('Dates'), `${question.since} – ${question.until}`],
		[l10n.t('Time basis'), describeDateDimension(question.dateDimension)],
		[l10n.t('Fields'), `${formatCount(question.fields.length)}: ${question.fields.join(', ')}`],
		[l10n.t('Filters'), describeFilters(question.filters).join(', ')],
		[l10n.t('Limit'), question.limit === undefined ? '' : formatCount(question.limit)],
		[l10n.t('Format'), describeFormat(question.format)],
	];
	if (runsElsewhere) {
		return [
			l10n.t('Another window is carrying this export out. It can be stopped there.'),
			facts([...lines, [l10n.t('Started'), formatMoment(stored.askedAt)]]),
		].join('\n\n');
	}
	if (!outcome) {
		return [
			resumable
				? l10n.t('Interrupted: {0}. Resume it to fetch what is missing.', describeResumable(resumable))
				: l10n.t('Interrupted before it was whole, so there are no records. Repeat it to have them.'),
			facts([...lines, [l10n.t('Started'), formatMoment(stored.askedAt)]]),
		].join('\n\n');
	}
	return [
		...describeFlags(outcome.flags, question.limit).map(({ meaning }) => meaning),
		[describeProof(outcome.proof).meaning, ...describeDoubts(outcome.doubts)].join(' '),
		facts([
			...lines,
			[l10n.t('Records'), formatCount(outcome.rows)],
			[l10n.t('Size'), formatBytes(outcome.bytes)],
			[l10n.t('Took'), formatDuration(outcome.durationMs)],
			[l10n.t('Finished'), formatMoment(outcome.finishedAt)],
			[l10n.t('Folder'), folder],
		]),
	].join('\n\n');
}

/** One fact a line; those without a value are left out. */
function facts(lines: readonly (readonly [string, string])[]): string {
	return lines
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}: ${value}`)
		.join('\n');
}
