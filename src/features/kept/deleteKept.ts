import * as vscode from 'vscode';
import type { KeptEntry } from '../../engine/protocol';
import type { Services } from '../../services/services';
import { tabsBelow } from '../../vscode/openFiles';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import { applicationName, describeDay } from '../../wording/planMessages';

const { l10n } = vscode;

export async function deleteKept(
	{ kept, keptMarks }: Pick<Services, 'kept' | 'keptMarks'>,
	entry: KeptEntry,
): Promise<void> {
	const remove = l10n.t('Delete');
	const { known } = entry;
	const name = known ? applicationName(known.plan) : entry.folder;
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Delete the kept records of {0}?', name),
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
				l10n.t('What the service has dropped meanwhile cannot be had again.'),
			].join(' · '),
		},
		remove,
	);
	// First, since a view that closes later would remember how it was left.
	if (chosen === remove && (await vscode.window.tabGroups.close(await tabsBelow([entry.folder]), true))) {
		await kept.delete(entry);
		await keptMarks.forget(entry.folder);
	}
}
