import * as vscode from 'vscode';
import { editors } from '../../ids';

/** The group of editors in which the records of a file are shown already; undefined where none does. */
export function resultsColumnOf(file: vscode.Uri): vscode.ViewColumn | undefined {
	return vscode.window.tabGroups.all.find(({ tabs }) =>
		tabs.some(
			({ input }) =>
				input instanceof vscode.TabInputCustom &&
				input.viewType === editors.results &&
				input.uri.toString() === file.toString(),
		),
	)?.viewColumn;
}
