import * as vscode from 'vscode';

const { l10n } = vscode;

/**
 * What is selected in a terminal; undefined when a person does not want it read. The editor gives it to the clipboard only,
 * which gets its text back. Extensions see no more than text there: one without any may hold an image or files, which would
 * be lost, so a person is asked first.
 * @param copy Copies what is selected; nothing when nothing is.
 */
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
		l10n.t('Replace what is in the clipboard?'),
		{
			modal: true,
			detail: l10n.t(
				'The selection of a terminal can be read by way of the clipboard only. That holds no text now: if it holds an image or files, they are lost.',
			),
		},
		replace,
	);
	return chosen === replace;
}
