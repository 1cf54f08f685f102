import * as vscode from 'vscode';
import type { DocumentTraces } from './documentTraces';

/**
 * What a person has selected.
 * @param from What the menu of a terminal hands over tells that it was that menu; the one of an editor gives its address.
 */
export async function selectedText(from: unknown, traces: DocumentTraces): Promise<string> {
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
	// Nothing is selected: the trace under the cursor is what must be meant.
	return (await traces.traceAt(document, selection.active))?.text ?? '';
}

/** The editor gives the selection of a terminal to the clipboard only, which gets back what it held. */
async function terminalSelection(): Promise<string> {
	const { clipboard } = vscode.env;
	const before = await clipboard.readText();
	await clipboard.writeText('');
	try {
		await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
		return await clipboard.readText();
	} finally {
		await clipboard.writeText(before);
	}
}
