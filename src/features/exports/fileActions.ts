import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { openRecords, wholeFile } from '../../services/openRecords';
import type { Services } from '../../services/services';
import { showInformation, showProgress, showStatus } from '../../vscode/messages';
import { tabsBelow } from '../../vscode/openFiles';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import { applicationName, describeRange } from '../../wording/planMessages';

const { l10n } = vscode;

/** Maximum size in bytes of a document that VS Code makes available to extensions. */
const largestDocumentBytes = 50_000_000;

export async function openExport(entry: ExportEntry): Promise<void> {
	const { file, outcome } = wholeFile(entry);
	if (entry.stored.plan.view === 'results') {
		await openRecords(file, 'results');
		return;
	}
	if (outcome.bytes <= largestDocumentBytes) {
		await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), { preview: false });
		return;
	}
	const results = l10n.t('Open Results View');
	const reveal = l10n.t('Open Containing Folder');
	const saveAs = l10n.t('Save As…');
	const chosen = await showInformation(
		l10n.t(
			'{0} is {1}. The text editor can open files up to {2}. Use the results view or another program instead.',
			outcome.file,
			formatBytes(outcome.bytes),
			formatBytes(largestDocumentBytes),
		),
		results,
		reveal,
		saveAs,
	);
	if (chosen === results) {
		await openRecords(file, 'results');
	} else if (chosen === reveal) {
		await revealExport(entry);
	} else if (chosen === saveAs) {
		await saveExportAs(entry);
	}
}

export async function revealExport(entry: ExportEntry): Promise<void> {
	await vscode.commands.executeCommand('revealFileInOS', wholeFile(entry).file);
}

export async function saveExportAs(entry: ExportEntry): Promise<boolean> {
	const { file, outcome } = wholeFile(entry);
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const { format } = entry.stored.question;
	const target = await vscode.window.showSaveDialog({
		title: l10n.t('Save {0} As', outcome.file),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, outcome.file) }),
		filters: { [format.toUpperCase()]: [format] },
	});
	if (!target) {
		return false;
	}
	await showProgress({ title: l10n.t('Saving {0}', outcome.file) }, () =>
		vscode.workspace.fs.copy(file, target, { overwrite: true }),
	);
	showStatus(l10n.t('Saved {0}', vscode.workspace.asRelativePath(target)));
	return true;
}

export async function deleteWhenConfirmed(
	{ exports, resultsViews }: Pick<Services, 'exports' | 'resultsViews'>,
	entry: ExportEntry,
): Promise<void> {
	const remove = l10n.t('Delete');
	const { plan } = entry.stored;
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Delete this export of {0}?', applicationName(plan)),
		{
			modal: true,
			detail: [
				...(entry.name ? [entry.name] : []),
				describeRange(plan.range),
				entry.outcome ? describeRecordCount(entry.outcome.rows) : l10n.t('interrupted'),
				l10n.t('The records stay in the service, so you can repeat the export.'),
			].join(' · '),
		},
		remove,
	);
	// Tabs are closed before files are deleted, because views save their state on closing. The user can cancel the
	// closing of tabs.
	if (chosen === remove && (await vscode.window.tabGroups.close(await tabsBelow([entry.folder]), true))) {
		await exports.delete(entry);
		await resultsViews.forgetDeleted();
	}
}
