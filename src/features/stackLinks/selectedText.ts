import * as vscode from 'vscode';
import type { DocumentTraces } from './documentTraces';
import { terminalSelection } from './terminalSelection';

/**
 * What a person has selected; undefined when it is not to be read.
 * @param from What the menu of a terminal hands over tells that it was that menu; the one of an editor gives its address.
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
	// Nothing is selected: the trace under the cursor is what must be meant.
	return (await traces.traceAt(document, selection.active))?.text ?? '';
}
