import * as vscode from 'vscode';
import { AppError } from '../../core/errors';
import { editors } from '../../ids';
import { openRecords, wholeFile } from '../../services/openRecords';
import type { ExportNode } from '../../services/treeNodes';

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
	await inPlaceOf(textTabOf(records), () => openRecords(records, 'results'));
}

/** Shows the text of a file whose results view is active, in its place. */
export async function openResultsAsText(file: vscode.Uri | undefined): Promise<void> {
	const records = file ?? fileOf(activeTab());
	if (records) {
		await inPlaceOf(resultsTabOf(records), () => openRecords(records, 'document'));
	}
}

/** The old tab goes only once the new one is there, and stays when a person would have to be asked. */
async function inPlaceOf(tab: vscode.Tab | undefined, open: () => Promise<void>): Promise<void> {
	await open();
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

/** The active tab, if it shows the text of the file. */
function textTabOf(file: vscode.Uri): vscode.Tab | undefined {
	const tab = activeTab();
	return tab?.input instanceof vscode.TabInputText && isSame(tab.input.uri, file) ? tab : undefined;
}

function resultsTabOf(file: vscode.Uri): vscode.Tab | undefined {
	const tab = activeTab();
	const { results } = editors;
	return tab?.input instanceof vscode.TabInputCustom && tab.input.viewType === results && isSame(tab.input.uri, file)
		? tab
		: undefined;
}

function isSame(a: vscode.Uri, b: vscode.Uri): boolean {
	return a.toString() === b.toString();
}
