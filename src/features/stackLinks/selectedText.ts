import * as vscode from 'vscode';
import type { DocumentTraces } from './documentTraces';

/**
 * Returns the selected text. Returns undefined if the user doesn't allow App Errors to replace the clipboard's
 * contents.
 * @param from Argument of the menu command: a URI in editor menus, or another value in terminal menus
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
	// If nothing is selected, the command applies to the trace at the cursor.
	return (await traces.traceAt(document, selection.active))?.text ?? '';
}

const { l10n } = vscode;

/** Copies the terminal's selection, then restores the clipboard. Prompts first if the clipboard contains no text. */
export async function terminalSelection(
	copy: () => Thenable<unknown> = () => vscode.commands.executeCommand('workbench.action.terminal.copySelection'),
): Promise<string | undefined> {
	const { clipboard } = vscode.env;
	const before = await clipboard.readText();
	if (before === '' && !(await mayReplace())) {
		return undefined;
	}
	await clipboard.writeText('');
	try {
		await copy();
		return await clipboard.readText();
	} finally {
		await clipboard.writeText(before);
	}
}

async function mayReplace(): Promise<boolean> {
	const replace = l10n.t('Replace Clipboard');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Replace the clipboard contents?'),
		{
			modal: true,
			detail: l10n.t(
				'The terminal selection can only be read through the clipboard. The clipboard currently contains no text. If it contains an image or files, they will be lost.',
			),
		},
		replace,
	);
	return chosen === replace;
}
