import * as vscode from 'vscode';
import { maxTextLength, openTraceText, type TraceOpening } from './openTrace';

const { l10n, workspace } = vscode;

export async function chooseCrashFile(opening: TraceOpening): Promise<void> {
	const [file] =
		(await vscode.window.showOpenDialog({ title: l10n.t('Open Crash File'), openLabel: l10n.t('Open') })) ?? [];
	await (file && openCrashFile(file, opening));
}

/** Opens the stack traces in a file. If the file is large, opens it as a text document with links for its frames. */
export async function openCrashFile(file: vscode.Uri, opening: TraceOpening): Promise<void> {
	const { size } = await workspace.fs.stat(file);
	if (size > maxTextLength) {
		await vscode.commands.executeCommand('vscode.open', file, { preview: false });
		return;
	}
	const text = await workspace.decode(await workspace.fs.readFile(file), { uri: file });
	await openTraceText(text, l10n.t('{0} contains no stack trace.', workspace.asRelativePath(file)), opening);
}
