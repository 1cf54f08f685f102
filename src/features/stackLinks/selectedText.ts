import * as vscode from 'vscode';
import type { DocumentTraces } from './documentTraces';
import { terminalSelection } from './terminalSelection';

/**
 * Returns the selected text. Undefined if the user declined to let the extension read it.
 * @param from Argument of the menu command: a URI in editor menus, other arguments in terminal menus
 */
export async function selectedText(from: unknown, traces: DocumentTraces): Promise<string | undefined> {
	const editor = vscode.window.activeTextEditor;
	const inTerminal = typeof from === 'object' && from !== null && !(from instanceof vscode.Uri);
	if (inTerminal || (!editor && vscode.window.activeTerminal)) {
		return terminalSelection();
	}
	if (!editor) {
		return '';
	}
	const { document, selections, selection } = editor;
	const texts = selections.filter(({ isEmpty }) => !isEmpty).map((range) => document.getText(range));
	if (texts.length > 0) {
		return texts.join('\n');
	}
	// Without a selection, the command applies to the trace at the cursor.
	return (await traces.traceAt(document, selection.active))?.text ?? '';
}
