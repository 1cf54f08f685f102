import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import type { ExportEntry, Outcome } from '../core/export/model/entry';
import type { OutputView } from '../core/plan/plan';
import { editors } from '../ids';

/**
 * Opens a file of records in the editor a person chose for it, whatever its size.
 * @param viewColumn The group of editors to show it in; the active one if none is given.
 */
export async function openRecords(file: vscode.Uri, view: OutputView, viewColumn?: vscode.ViewColumn): Promise<void> {
	// Through the workbench: unlike `openTextDocument` it has no limit of size.
	await vscode.commands.executeCommand('vscode.openWith', file, view === 'results' ? editors.results : 'default', {
		preview: false,
		...(viewColumn !== undefined && { viewColumn }),
	});
}

/** @throws AppError `disk` when the export was interrupted and has no whole file. */
export function wholeFile({ folder, outcome }: ExportEntry): { readonly file: vscode.Uri; readonly outcome: Outcome } {
	if (!outcome) {
		throw new AppError({ kind: 'disk', fault: 'missing', path: folder, code: 'interrupted' });
	}
	return { file: vscode.Uri.joinPath(vscode.Uri.file(folder), outcome.file), outcome };
}
