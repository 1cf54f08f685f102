import * as vscode from 'vscode';
import type { SyncedSetEntry } from '../../engine/protocol';
import type { Services } from '../../services/services';
import { tabsBelow } from '../../vscode/openFiles';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import { applicationName, describeDay } from '../../wording/planMessages';

const { l10n } = vscode;

export async function deleteSyncedSet(
	{ syncedRecords, watermarks }: Pick<Services, 'syncedRecords' | 'watermarks'>,
	entry: SyncedSetEntry,
): Promise<void> {
	const remove = l10n.t('Delete');
	const { known } = entry;
	const name = known ? applicationName(known.plan) : entry.folder;
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Delete the synced records of {0}?', name),
		{
			modal: true,
			detail: [
				...(known
					? [
							l10n.t('Since {0}', describeDay(known.plan.since)),
							describeRecordCount(known.summary.rows),
							formatBytes(known.summary.bytes),
						]
					: []),
				l10n.t("Records that the service has already deleted can't be restored."),
			].join(' · '),
		},
		remove,
	);
	// Tabs are closed first, because views save their state on closing.
	if (chosen === remove && (await vscode.window.tabGroups.close(await tabsBelow([entry.folder]), true))) {
		await syncedRecords.delete(entry);
		await watermarks.forget(entry.folder);
	}
}
