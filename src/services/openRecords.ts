import * as vscode from 'vscode';
import type { OutputView } from '../core/export/plan';
import { editors } from '../ids';

/** Opens a file of records in the editor a person chose for it, whatever its size. */
export async function openRecords(file: vscode.Uri, view: OutputView): Promise<void> {
	// Through the workbench: unlike `openTextDocument` it has no limit of size.
	await vscode.commands.executeCommand('vscode.openWith', file, view === 'results' ? editors.results : 'default', {
		preview: false,
	});
}
