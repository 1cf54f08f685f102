import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { zoneName } from '../../core/plan/range';
import type { SyncedSetEntry } from '../../engine/protocol';
import { wholeFile } from '../../services/openRecords';
import type { Services } from '../../services/services';
import type { ExportNode, SyncedSetNode } from '../../services/treeNodes';
import { recordsShownIn } from '../../vscode/openFiles';
import { describeRecordCount, formatAgo } from '../../wording/formats';
import { applicationName, describeDates, describeDay } from '../../wording/planMessages';
import { describeSyncedRecords } from '../../wording/syncMessages';

const { l10n } = vscode;

type ComparedRecordsServices = Pick<Services, 'exports' | 'syncedRecords'>;

export interface ComparedRecords {
	readonly path: string;
	readonly label: string;
	readonly detail: string;
	/**
	 * Time of the export or of the last sync (Unix time in milliseconds). Lists are sorted by this time, newest first.
	 */
	readonly at: number;
	readonly isSynced: boolean;
	readonly of: { readonly service: string; readonly id: string; readonly application: string } | undefined;
}

interface GivenRecords {
	readonly records: ComparedRecords;
	readonly inView: vscode.Uri | undefined;
}

/** Returns the records that a command was called with, or else the records in the active results view. */
export async function recordsGiven(
	{ exports, syncedRecords }: ComparedRecordsServices,
	what: ExportNode | SyncedSetNode | vscode.Uri | undefined,
): Promise<GivenRecords | undefined> {
	if (what && !(what instanceof vscode.Uri)) {
		const records = what.kind === 'export' ? ofExport(what.entry) : ofSet(what.entry)[0];
		return records && { records, inView: undefined };
	}
	const uri = what ?? recordsShownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
	if (!uri) {
		return undefined;
	}
	const entry = await exports.describe(uri.fsPath);
	const set = entry ? undefined : await syncedRecords.describe(uri.fsPath);
	const unknown = { path: uri.fsPath, label: vscode.workspace.asRelativePath(uri), detail: '', at: 0, isSynced: false };
	const records = entry ? ofExport(entry) : ((set && ofSet(set)[0]) ?? { ...unknown, of: undefined });
	return { records, inView: uri };
}

/** Returns a service's records on this machine, newest first. With `id`, returns only this application's records. */
export async function getRecords(
	{ exports, syncedRecords }: ComparedRecordsServices,
	service: string,
	id?: string,
): Promise<ComparedRecords[]> {
	const { entries } = await exports.list({ service });
	const sets = await syncedRecords.list({ service });
	return [...entries.filter(({ outcome }) => outcome).map(ofExport), ...sets.flatMap(ofSet)]
		.filter(({ of }) => id === undefined || of?.id === id)
		.sort((one, other) => other.at - one.at);
}

function ofExport(entry: ExportEntry): ComparedRecords {
	const { file, outcome } = wholeFile(entry);
	const { plan, question, askedAt, service } = entry.stored;
	const dates = describeDates(question.since, question.until);
	return {
		path: file.fsPath,
		label: entry.name ? l10n.t('{0} ({1})', entry.name, dates) : dates,
		detail: [describeRecordCount(outcome.rows), l10n.t('requested {0}', formatAgo(askedAt))].join(' · '),
		at: Date.parse(askedAt),
		isSynced: false,
		of: { service, id: plan.application.id, application: applicationName(plan) },
	};
}

function ofSet({ known }: SyncedSetEntry): ComparedRecords[] {
	if (!known) {
		return [];
	}
	const { manifest, plan, service, summary, zone } = known;
	return [
		{
			path: manifest,
			label: l10n.t('Synced records since {0}', describeDay(plan.since)),
			detail: describeSyncedRecords(summary, zoneName(zone)).join(' · '),
			at: summary.currentTo === undefined ? 0 : Date.parse(summary.currentTo),
			isSynced: true,
			of: { service, id: plan.application.id, application: applicationName(plan) },
		},
	];
}
