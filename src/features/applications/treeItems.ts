import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { CommandId } from '../../commands/commandTable';
import { isVerifiable } from '../../core/export/chunks/proof';
import type { ExportEntry, Flag, Outcome, Resumable } from '../../core/export/model/entry';
import { zoneName } from '../../core/plan/range';
import {
	type ApplicationNode,
	type ExportNode,
	pathOfRecords,
	type RunningNode,
	type SavedExportNode,
	type SyncedSetNode,
} from '../../services/treeNodes';
import type { NewsCounts } from '../../services/whatsNew/watermarks';
import { applicationIcon } from '../../vscode/applicationIcon';
import { describeDifference } from '../../wording/differenceMessages';
import { describeRecordCount, formatAgo, formatBytes, formatCount, formatMoment, plural } from '../../wording/formats';
import { alarmingDoubts, describeFlags, describeProof } from '../../wording/outcomeMessages';
import { describeDay, describeFilters, describeFormat, describeRange } from '../../wording/planMessages';
import { explain } from '../../wording/problemMessages';
import { describeProgressShortly } from '../../wording/progressMessages';
import { titleOfRun } from '../../wording/runMessages';
import {
	describeDamage,
	describeDays,
	describeRecentRecords,
	describeRetentionDays,
	describeSetFault,
	describeSpike,
	describeSyncedRecords,
	describeUpdate,
} from '../../wording/syncMessages';
import { describeSyncStatus } from '../../wording/syncStatusMessages';
import { describeNews, spokenNews } from '../../wording/whatsNewMessages';
import { databaseItem, datasetItem, mappedTableItem } from './databaseItems';
import { itemCommand } from './itemCommand';
import { newestSet } from './newestSet';
import type { NodeAction, Note, OlderNode, TreeNode } from './nodes';
import { describeNote } from './noteMessages';

interface RowCircumstances {
	readonly hasRows: boolean;
	readonly exports?: number;
	readonly syncedSets?: readonly SyncedSetNode[];
	readonly isInCode?: (path: string) => boolean;
	readonly now: Date;
}

export function toTreeItem(
	node: TreeNode,
	{ hasRows, exports = 0, syncedSets = [], isInCode = () => false, now }: RowCircumstances,
): TreeItem {
	switch (node.kind) {
		case 'application':
			return applicationItem(node, hasRows, exports, syncedSets);
		case 'syncedSet':
			return syncedSetItem(node, isInCode(pathOfRecords(node) ?? ''), now);
		case 'running':
			return runningItem(node);
		case 'savedExport':
			return savedExportItem(node, now);
		case 'export':
			return exportItem(node, isInCode(pathOfRecords(node) ?? ''), now);
		case 'older':
			return olderItem(node);
		case 'database':
			return databaseItem(node);
		case 'dataset':
			return datasetItem(node);
		case 'mappedTable':
			return mappedTableItem(node);
		case 'note':
			return noteItem(node.note);
		case 'action':
			return actionItem(node.action);
	}
}

function applicationItem(
	node: ApplicationNode,
	hasRows: boolean,
	exports: number,
	syncedSets: readonly SyncedSetNode[],
): TreeItem {
	const { application, pinned, added, listed } = node;
	const { id, name } = application;
	const item = new TreeItem(name ?? id, hasRows ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None);
	item.id = `application:${id}`;
	item.iconPath = applicationIcon(application);
	const isSynced = syncedSets.some(({ entry }) => entry.known);
	const summary = newestSet(syncedSets)?.entry.known?.summary;
	const recent = summary?.currentTo === undefined ? undefined : summary.recent;
	item.contextValue = ['application', pinned && 'pinned', added && !listed && 'added', isSynced && 'synced']
		.filter(Boolean)
		.join('.');
	const news = sumOf(syncedSets.flatMap(({ news }) => news ?? []));
	const contents = [
		...(recent ? [...describeSpike(recent), describeRecentRecords(recent)] : isSynced ? [l10n.t('synced')] : []),
		...(exports > 0 ? [plural(exports, { one: '{0} export', other: '{0} exports' })] : []),
	];
	const facts = [...describeNews(news), ...contents, ...(name === undefined ? [] : [id])].join(' · ');
	item.description = [...(pinned ? ['★'] : []), ...(facts === '' ? [] : [facts])].join(' ');
	item.command = itemCommand('appErrors.openApplication', l10n.t('Open'), node);
	item.accessibilityInformation = {
		label: spoken([
			name,
			l10n.t('application ID {0}', id),
			pinned ? l10n.t('pinned') : undefined,
			...spokenNews(news),
			...contents,
		]),
	};
	return item;
}

function sumOf(news: readonly NewsCounts[]): NewsCounts {
	return {
		appeared: news.reduce((sum, { appeared }) => sum + appeared, 0),
		increased: news.reduce((sum, { increased }) => sum + increased, 0),
	};
}

function syncedSetItem(node: SyncedSetNode, inCode: boolean, now: Date): TreeItem {
	const { entry, update } = node;
	const { folder, known, runsElsewhere } = entry;
	const label = known ? l10n.t('Synced since {0}', describeDay(known.plan.since)) : l10n.t('Synced records');
	const item = new TreeItem(label, TreeItemCollapsibleState.None);
	item.id = `synced:${folder}`;
	const facts = [...(inCode ? [l10n.t('shown in editor')] : []), ...factsOf(node, now)];
	const news = update ? undefined : node.news;
	item.description = [...(news ? describeNews(news) : []), ...facts].join(' · ');
	const runs = update !== undefined || runsElsewhere;
	const { refused = 0, inDoubt = 0 } = known?.summary.days ?? {};
	item.iconPath = runs
		? new ThemeIcon('sync~spin')
		: !known || refused + inDoubt > 0
			? warning
			: new ThemeIcon(known.paused ? 'debug-pause' : 'database');
	item.contextValue = [
		'synced',
		!known && 'unreadable',
		known?.paused && 'paused',
		update && 'syncing',
		runsElsewhere && 'otherWindow',
		inCode && 'shownInEditor',
	]
		.filter(Boolean)
		.join('.');
	if (known) {
		item.command = itemCommand('appErrors.openSyncedRecords', l10n.t('Open'), node);
	}
	item.accessibilityInformation = { label: spoken([label, ...(news ? spokenNews(news) : []), ...facts]) };
	return item;
}

function factsOf({ entry, update, nextUpdate }: SyncedSetNode, now: Date): readonly string[] {
	const { known, fault = 'unreadable', runsElsewhere } = entry;
	if (!known) {
		return [describeSetFault(fault).short];
	}
	if (update?.progress) {
		return [describeUpdate(update.progress)];
	}
	const { plan, zone, summary, paused, retentionDays } = known;
	const timeZone = zoneName(zone);
	return [
		...(runsElsewhere ? [l10n.t('Running in another window')] : []),
		...(paused ? [l10n.t('paused')] : []),
		...describeFilters(plan.filters),
		...describeSyncedRecords(summary, timeZone, now),
		...(retentionDays === undefined ? [] : [describeRetentionDays(retentionDays)]),
		...describeDays(summary),
		...describeDamage(summary),
		...(nextUpdate ? describeSyncStatus(nextUpdate, now, timeZone) : []),
	];
}

function runningItem({ run }: RunningNode): TreeItem {
	const { id, plan, purpose, progress } = run;
	const range = describeRange(plan.range);
	const state = progress && describeProgressShortly(progress);
	const item = new TreeItem(range, TreeItemCollapsibleState.None);
	item.id = `running:${id}`;
	item.description = [purpose === 'verify' ? l10n.t('Verifying') : undefined, state]
		.filter((part) => part !== undefined)
		.join(' · ');
	item.iconPath = new ThemeIcon('sync~spin');
	item.contextValue = 'running';
	item.accessibilityInformation = { label: spoken([titleOfRun(plan, purpose), range, state]) };
	return item;
}

/** Creates a row for a saved export. Selecting the row only opens the file, because exports can be expensive. */
function savedExportItem({ application, file: { uri, saved } }: SavedExportNode, now: Date): TreeItem {
	const item = new TreeItem(saved.name, TreeItemCollapsibleState.None);
	const facts = [describeRange(saved.range, now), ...describeFilters(saved.filters)];
	item.id = `savedExport:${application.id}:${uri}`;
	item.description = facts.join(' · ');
	item.iconPath = new ThemeIcon('bookmark');
	item.contextValue = 'savedExport';
	item.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] };
	item.accessibilityInformation = { label: spoken([l10n.t('saved export'), saved.name, ...facts]) };
	return item;
}

function exportItem(node: ExportNode, inCode: boolean, now: Date): TreeItem {
	const { folder, stored, outcome, resumable, runsElsewhere } = node.entry;
	if (runsElsewhere) {
		return elsewhereItem(node, now);
	}
	const label = getLabel(node, now);
	const facts = outcome
		? [
				describeRecordCount(outcome.rows),
				...describeFlags(notable(outcome.flags), stored.question.limit).map(({ label }) => label),
				...(isDoubtful(outcome) ? [describeProof(outcome.proof).label] : []),
				...(inCode ? [l10n.t('shown in editor')] : []),
				formatAgo(outcome.finishedAt, now),
				formatBytes(outcome.bytes),
			]
		: [
				resumable ? describeContents(resumable) : l10n.t('Interrupted'),
				resumable ? l10n.t('Resume') : l10n.t('Repeat'),
				formatAgo(stored.askedAt, now),
			];
	const item = new TreeItem(label.join(' · '), TreeItemCollapsibleState.None);
	item.id = `export:${folder}`;
	item.description = facts.join(' · ');
	item.iconPath = exportIcon(node.entry);
	item.contextValue = [
		outcome ? 'export.complete' : 'export.interrupted',
		resumable && 'resumable',
		outcome?.proof === 'unproven' && isVerifiable(outcome) && 'unverified',
		stored.plan.view === 'document' && 'document',
		inCode && 'shownInEditor',
	]
		.filter(Boolean)
		.join('.');
	item.command = commandOf(node);
	item.accessibilityInformation = {
		label: spoken([
			l10n.t('{0} export', describeFormat(stored.question.format)),
			...label,
			outcome ? undefined : l10n.t('interrupted'),
			...facts,
		]),
	};
	return item;
}

/** Returns an export's name. If it has no name, returns its date range and how it differs from similar exports. */
function getLabel({ entry: { name, stored }, differences = [] }: ExportNode, now: Date): readonly string[] {
	const range = describeRange(stored.plan.range, now);
	return name === undefined
		? [
				...differences.map((difference) => describeDifference(difference, now, stored.zone && zoneName(stored.zone))),
				range,
			]
		: [name, range];
}

function olderItem({ applicationId, day, exports }: OlderNode): TreeItem {
	const item = new TreeItem(
		plural(
			exports.length,
			{ one: '{0} older export from {1}', other: '{0} older exports from {1}' },
			formatMoment(day, 'date'),
		),
		TreeItemCollapsibleState.Collapsed,
	);
	item.id = `older:${applicationId}:${day.getTime()}`;
	item.iconPath = new ThemeIcon('history');
	item.contextValue = 'older';
	return item;
}

/** Describes an unfinished export briefly, because the row also needs space for its buttons. */
function describeContents({ chunks, done, queued }: Resumable): string {
	if (done > 0) {
		return l10n.t('{0} of {1} chunks', formatCount(done), formatCount(chunks));
	}
	return queued ? l10n.t('queued') : l10n.t('Interrupted');
}

function commandOf(node: ExportNode): NonNullable<TreeItem['command']> {
	const { outcome, resumable } = node.entry;
	if (outcome) {
		return itemCommand('appErrors.openExport', l10n.t('Open'), node);
	}
	return resumable
		? itemCommand('appErrors.resumeExport', l10n.t('Resume'), node)
		: itemCommand('appErrors.repeatExport', l10n.t('Repeat'), node);
}

function elsewhereItem(node: ExportNode, now: Date): TreeItem {
	const { folder, stored } = node.entry;
	const label = getLabel(node, now);
	const facts = [l10n.t('Running in another window'), formatAgo(stored.askedAt, now)];
	const item = new TreeItem(label.join(' · '), TreeItemCollapsibleState.None);
	item.id = `export:${folder}`;
	item.description = facts.join(' · ');
	item.iconPath = new ThemeIcon('sync');
	item.contextValue = 'export.otherWindow';
	item.accessibilityInformation = {
		label: spoken([l10n.t('{0} export', describeFormat(stored.question.format)), ...label, ...facts]),
	};
	return item;
}

function exportIcon({ stored, outcome, resumable }: ExportEntry): ThemeIcon {
	if (!outcome) {
		return new ThemeIcon(resumable ? 'debug-pause' : 'circle-slash');
	}
	return notable(outcome.flags).length > 0 || isDoubtful(outcome)
		? new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'))
		: new ThemeIcon({ csv: 'table', json: 'json' }[stored.question.format]);
}

/** Returns true if records are missing, or if an unverified export shows signs of missing records. */
function isDoubtful(outcome: Outcome): boolean {
	return outcome.proof === 'cut' || (outcome.proof === 'unproven' && alarmingDoubts(outcome).length > 0);
}

/** Removes the flag for empty exports, because the row already shows that there are 0 records. */
function notable(flags: readonly Flag[]): Flag[] {
	return flags.filter((flag) => flag !== 'empty');
}

function noteItem(note: Note): TreeItem {
	const { label, details, whole } = describeNote(note);
	const item = new TreeItem(label, TreeItemCollapsibleState.None);
	item.id = `note:${note.about}${'connection' in note ? `:${note.connection}` : ''}`;
	item.description = details;
	item.iconPath = noteIcons[note.about];
	item.contextValue = 'note';
	item.accessibilityInformation = { label: whole };
	return item;
}

const error = new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
const warning = new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'));
const info = new ThemeIcon('info');

const noteIcons: { readonly [A in Note['about']]: ThemeIcon } = {
	listingFailure: error,
	listingFault: error,
	exportsFailure: warning,
	exportsFault: warning,
	databaseFailure: error,
	noDatasets: info,
	unreadable: warning,
	unreadableExports: warning,
	noApplications: info,
	noMatch: info,
};

function actionItem(action: NodeAction): TreeItem {
	const { label, icon, run } = describeAction(action);
	const item = new TreeItem(label, TreeItemCollapsibleState.None);
	item.id = `action:${action.kind}${action.kind === 'action' ? (action.of ?? '') : ''}`;
	item.iconPath = new ThemeIcon(icon);
	item.contextValue = 'action';
	item.command = run;
	return item;
}

interface ActionWords {
	readonly label: string;
	readonly icon: string;
	readonly run: NonNullable<TreeItem['command']>;
}

function describeAction(action: NodeAction): ActionWords {
	switch (action.kind) {
		case 'signIn':
			return simply(l10n.t('Sign In'), 'sign-in', 'appErrors.signIn');
		case 'retry':
			return simply(l10n.t('Retry'), 'refresh', 'appErrors.refreshApplications');
		case 'enterId':
			return simply(l10n.t('Add by ID…'), 'add', 'appErrors.addApplication');
		case 'switchAccount':
			return simply(l10n.t('Switch Account…'), 'account', 'appErrors.switchAccount');
		case 'clearFilter':
			return simply(l10n.t('Clear Filter'), 'clear-all', 'appErrors.clearApplicationFilter');
		case 'showLog':
			return simply(l10n.t('Show Log'), 'output', 'appErrors.showLog');
		case 'action': {
			const noteAction = explain(action.problem).action;
			return noteAction
				? {
						label: noteAction.label,
						icon: actionIcons[noteAction.command] ?? 'arrow-right',
						run: {
							command: noteAction.command,
							title: noteAction.label,
							arguments: [...(noteAction.parameters ?? [])],
						},
					}
				: describeAction({ kind: 'retry' });
		}
	}
}

const actionIcons: { readonly [C in CommandId]?: string } = {
	'appErrors.replaceToken': 'key',
	'appErrors.signIn': 'sign-in',
	'appErrors.openSettings': 'settings-gear',
	'appErrors.switchAccount': 'account',
	'appErrors.showLog': 'output',
	'appErrors.connectDatabase': 'plug',
};

function simply(label: string, icon: string, id: CommandId): ActionWords {
	return { label, icon, run: { command: id, title: label } };
}

function spoken(parts: readonly (string | undefined)[]): string {
	return parts.filter((part) => part !== undefined).join(', ');
}
