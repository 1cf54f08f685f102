import * as vscode from 'vscode';
import { recordsShownIn } from '../../vscode/openFiles';

/** The group of editors in which the records of a file are shown already; undefined where none does. */
export function resultsColumnOf(file: vscode.Uri): vscode.ViewColumn | undefined {
	return vscode.window.tabGroups.all.find(({ tabs }) =>
		tabs.some((tab) => recordsShownIn(tab)?.toString() === file.toString()),
	)?.viewColumn;
}
