import { l10n, workspace } from 'vscode';
import { wordsOfMember } from '../../core/common/plainText';
import type { ExportEntry } from '../../core/export/model/entry';
import { zoneName } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import { getKnownRows } from '../../core/sync/model/summary';
import type { SavedExportFile } from '../../services/savedExports';
import type { ApplicationNode, SyncedSetNode } from '../../services/treeNodes';
import { describeInstant } from '../../wording/comparisonMessages';
import { formatBytes, formatCount, formatDuration, formatMoment } from '../../wording/formats';
import { describeDoubts, describeFlags, describeProof, describeResumable } from '../../wording/outcomeMessages';
import { describeDateDimension, describeFilters, describeFormat, describeRange } from '../../wording/planMessages';
import { describeRun, titleOfRun } from '../../wording/runMessages';
import {
	describeRetentionDays,
	describeSetFault,
	explainContainer,
	explainDamage,
	explainDays,
	explainSpike,
} from '../../wording/syncMessages';
import { explainSyncStatus } from '../../wording/syncStatusMessages';
import { explainNews } from '../../wording/whatsNewMessages';
import { databaseTooltip } from './databaseItems';
import { newestSet } from './newestSet';
import type { TreeNode } from './nodes';
import { describeNote } from './noteMessages';

/** Returns a plain text tooltip. In Markdown, URLs in application names would become links even if they are escaped. */
export function getTooltip(node: TreeNode, syncedSets: readonly SyncedSetNode[] = []): string | undefined {
	switch (node.kind) {
		case 'application':
			return describeApplication(node, syncedSets);
		case 'running':
			return [titleOfRun(node.run.plan, node.run.purpose), ...describeRun(node.run)].join('\n');
		case 'syncedSet':
			return describeSyncedSet(node);
		case 'savedExport':
			return describeSavedExport(node.file);
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

function describeApplication(
	{ application, pinned, added, listed }: ApplicationNode,
	syncedSets: readonly SyncedSetNode[],
): string {
	const { summary } = newestSet(syncedSets)?.entry.known ?? {};
	const origin = [
		pinned ? l10n.t('Pinned') : undefined,
		added && !listed ? l10n.t('Added by ID') : undefined,
		!added && !listed ? l10n.t("Not in the service's list") : undefined,
	];
	return [
		application.name ?? l10n.t('Application {0}', application.id),
		facts([
			[l10n.t('ID'), application.id],
			...zone(application),
			...details(application),
			[
				l10n.t('Synced'),
				summary?.currentTo === undefined
					? ''
					: formatMoment(summary.currentTo, 'minute', application.zone && zoneName(application.zone)),
			],
		]),
		...(summary?.recent ? explainSpike(summary.recent) : []),
		...origin,
	]
		.filter((part) => part !== undefined)
		.join('\n');
}

function zone({ zone: timeZone }: Application): [string, string][] {
	return timeZone?.kind === 'named' ? [[l10n.t('Time zone'), timeZone.name]] : [];
}

function details(application: Application): [string, string][] {
	return application.details.map(([member, value]) => [wordsOfMember(member), value]);
}

function describeSyncedSet({ entry, nextUpdate, news, goesWithContainer }: SyncedSetNode): string {
	const { known, folder, fault = 'unreadable', runsElsewhere } = entry;
	if (!known) {
		return [describeSetFault(fault).whole, facts([[l10n.t('Folder'), folder]])].join('\n\n');
	}
	const { plan, zone, summary, retentionDays } = known;
	const rows = getKnownRows(summary);
	return [
		...(runsElsewhere ? [l10n.t('These records are being synced in another window. Stop the sync there.')] : []),
		...(news ? [explainNews(news, describeInstant(news.since + 1, zoneName(zone)))] : []),
		...(nextUpdate ? explainSyncStatus(nextUpdate, new Date(), zoneName(zone)) : []),
		...explainDays(summary),
		...explainDamage(summary),
		...(goesWithContainer ? [explainContainer()] : []),
		facts([
			[l10n.t('Start date'), plan.since],
			[l10n.t('Time basis'), `${describeDateDimension('receive')} (${zoneName(zone)})`],
			[l10n.t('Fields'), `${formatCount(plan.fields.length)}: ${plan.fields.join(', ')}`],
			[l10n.t('Filters'), describeFilters(plan.filters).join(', ')],
			[l10n.t('Format'), describeFormat(plan.format)],
			[l10n.t('Retention'), describeRetentionDays(retentionDays)],
			[l10n.t('Records'), rows === undefined ? '' : formatCount(rows)],
			[l10n.t('Size'), formatBytes(summary.bytes)],
			[l10n.t('Folder'), folder],
		]),
	].join('\n\n');
}

function describeSavedExport({ uri, saved }: SavedExportFile): string {
	const { name, range, dateDimension, fields, filters, limit, format } = saved;
	const lines: [string, string][] = [
		[l10n.t('Range'), describeRange(range)],
		[l10n.t('Time basis'), describeDateDimension(dateDimension)],
		[l10n.t('Fields'), typeof fields === 'string' ? fields : `${formatCount(fields.length)}: ${fields.join(', ')}`],
		[l10n.t('Filters'), describeFilters(filters).join(', ')],
		[l10n.t('Limit'), limit === undefined ? '' : formatCount(limit)],
		[l10n.t('Format'), describeFormat(format)],
		[l10n.t('File'), workspace.asRelativePath(uri)],
	];
	return [name, facts(lines)].join('\n\n');
}

function describeExport({ name, stored, outcome, resumable, folder, runsElsewhere }: ExportEntry): string {
	const { plan, question, zone: askedIn } = stored;
	const timeZone = askedIn && zoneName(askedIn);
	const started: [string, string] = [l10n.t('Started'), formatMoment(stored.askedAt, 'minute', timeZone)];
	const lines: [string, string][] = [
		[l10n.t('Name'), name ?? ''],
		[l10n.t('Range'), describeRange(plan.range)],
		[l10n.t('Dates'), [`${question.since} – ${question.until}`, timeZone].filter(Boolean).join(' ')],
		[l10n.t('Time basis'), describeDateDimension(question.dateDimension)],
		[l10n.t('Fields'), `${formatCount(question.fields.length)}: ${question.fields.join(', ')}`],
		[l10n.t('Filters'), describeFilters(question.filters).join(', ')],
		[l10n.t('Limit'), question.limit === undefined ? '' : formatCount(question.limit)],
		[l10n.t('Format'), describeFormat(question.format)],
	];
	if (runsElsewhere) {
		return [l10n.t('This export is running in another window. Stop it there.'), facts([...lines, started])].join(
			'\n\n',
		);
	}
	if (!outcome) {
		return [
			resumable
				? l10n.t('Interrupted: {0}. Resume the export to fetch the remaining records.', describeResumable(resumable))
				: l10n.t('Interrupted before any records were saved. Repeat the export to get its records.'),
			facts([...lines, started]),
		].join('\n\n');
	}
	return [
		...describeFlags(outcome.flags, question.limit).map(({ meaning }) => meaning),
		[describeProof(outcome.proof).meaning, ...describeDoubts(outcome.doubts)].join(' '),
		facts([
			...lines,
			[l10n.t('Records'), formatCount(outcome.rows)],
			[l10n.t('Size'), formatBytes(outcome.bytes)],
			[l10n.t('Duration'), formatDuration(outcome.durationMs)],
			[l10n.t('Finished'), formatMoment(outcome.finishedAt, 'minute', timeZone)],
			[l10n.t('Folder'), folder],
		]),
	].join('\n\n');
}

function facts(lines: readonly (readonly [string, string])[]): string {
	return lines
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}: ${value}`)
		.join('\n');
}
