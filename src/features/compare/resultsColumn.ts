import * as vscode from 'vscode';
import { recordsShownIn } from '../../vscode/openFiles';

/** Returns the editor group that already shows the file's records, if any. */
export function getResultsColumn(file: vscode.Uri): vscode.ViewColumn | undefined {
	return vscode.window.tabGroups.all.find(({ tabs }) =>
		tabs.some((tab) => recordsShownIn(tab)?.toString() === file.toString()),
	)?.viewColumn;
}
