import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { openRecords, wholeFile } from '../../services/openRecords';
import type { ExportNode } from '../../services/treeNodes';
import { recordsShownIn } from '../../vscode/openFiles';

const { l10n } = vscode;

/** Shows a file of records, however it was made, in the results view. Its text gives up its place. */
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

/** Shows the text of a file whose results view is active, in its place. */
export async function openResultsAsText(file: vscode.Uri | undefined): Promise<void> {
	const records = file ?? fileOf(activeTab());
	if (records) {
		await inPlaceOf(isResultsOf(records), () => openRecords(records, 'document'));
	}
}

/** The tab that showed the file before gives up its place, unless a person would have to be asked. */
async function inPlaceOf(isReplaced: (tab: vscode.Tab) => boolean, open: () => Promise<void>): Promise<void> {
	const active = activeTab();
	const replaces = active && isReplaced(active);
	await open();
	// Tabs are other objects than before once another one is open.
	const tab = replaces ? vscode.window.tabGroups.activeTabGroup.tabs.find(isReplaced) : undefined;
	if (tab && !tab.isDirty && !tab.isPinned) {
		await vscode.window.tabGroups.close(tab, true);
	}
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
	const chosen = await vscode.window.showOpenDialog({
		title: l10n.t('Open a file of records'),
		filters: { [l10n.t('Records')]: ['csv', 'json', 'ndjson', 'jsonl', 'txt'], [l10n.t('All files')]: ['*'] },
	});
	return chosen?.[0];
}

function activeTab(): vscode.Tab | undefined {
	return vscode.window.tabGroups.activeTabGroup.activeTab;
}

/** Also of a file that is too large for the editor to give as a document. */
function fileOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
	const input = tab?.input;
	return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

function isTextOf(file: vscode.Uri): (tab: vscode.Tab) => boolean {
	return ({ input }) => input instanceof vscode.TabInputText && isSame(input.uri, file);
}

function isResultsOf(file: vscode.Uri): (tab: vscode.Tab) => boolean {
	return (tab) => {
		const shown = recordsShownIn(tab);
		return shown !== undefined && isSame(shown, file);
	};
}

function isSame(a: vscode.Uri, b: vscode.Uri): boolean {
	return a.toString() === b.toString();
}
