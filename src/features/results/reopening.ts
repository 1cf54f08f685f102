import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { openRecords, wholeFile } from '../../services/openRecords';
import type { ExportNode } from '../../services/treeNodes';
import { recordsShownIn } from '../../vscode/openFiles';
import { isSameUri } from '../../vscode/sameUri';

const { l10n } = vscode;

export async function openResultsView(what: vscode.Uri | ExportNode | 'choose' | undefined): Promise<void> {
	const records = fileGiven(what);
	await (records ? openOnDisk(records) : openChosen());
}

function fileGiven(what: vscode.Uri | ExportNode | 'choose' | undefined): vscode.Uri | undefined {
	if (what === undefined) {
		return fileOf(activeTab());
	}
	if (what === 'choose') {
		return undefined;
	}
	return what instanceof vscode.Uri ? what : wholeFile(what.entry).file;
}

async function openChosen(): Promise<void> {
	const records = await chooseFile();
	if (records) {
		await openOnDisk(records);
	}
}

async function openOnDisk(records: vscode.Uri): Promise<void> {
	if (records.scheme !== 'file') {
		throw new AppError({ kind: 'notOnDisk', scheme: records.scheme });
	}
	await inPlaceOf(isTextOf(records), () => openRecords(records, 'results'));
}

export async function openResultsAsText(file: vscode.Uri | undefined): Promise<void> {
	const records = file ?? fileOf(activeTab());
	if (records) {
		await inPlaceOf(isResultsOf(records), () => openRecords(records, 'document'));
	}
}

/** Opens an editor and closes the tab that it replaces. Keeps the tab if closing it would show a prompt. */
async function inPlaceOf(isReplaced: (tab: vscode.Tab) => boolean, open: () => Promise<void>): Promise<void> {
	const active = activeTab();
	const replaces = active && isReplaced(active);
	await open();
	// Opening an editor recreates the tab objects, so the tab must be looked up again.
	const tab = replaces ? vscode.window.tabGroups.activeTabGroup.tabs.find(isReplaced) : undefined;
	if (tab && !tab.isDirty && !tab.isPinned) {
		await vscode.window.tabGroups.close(tab, true);
	}
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
	const chosen = await vscode.window.showOpenDialog({
		title: l10n.t('Open Records File'),
		filters: {
			[l10n.t('Records')]: ['csv', 'json', 'ndjson', 'jsonl', 'parquet', 'txt', 'gz', 'zst', 'zip'],
			[l10n.t('All files')]: ['*'],
		},
	});
	return chosen?.[0];
}

function activeTab(): vscode.Tab | undefined {
	return vscode.window.tabGroups.activeTabGroup.activeTab;
}

/** Returns a tab's file, even if the file is too large for the editor to provide a document. */
function fileOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
	const input = tab?.input;
	return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

function isTextOf(file: vscode.Uri): (tab: vscode.Tab) => boolean {
	return ({ input }) => input instanceof vscode.TabInputText && isSameUri(input.uri, file);
}

function isResultsOf(file: vscode.Uri): (tab: vscode.Tab) => boolean {
	return (tab) => {
		const shown = recordsShownIn(tab);
		return shown !== undefined && isSameUri(shown, file);
	};
}
