import * as vscode from 'vscode';
import { withoutIcons, withoutLinks } from './escaping';

/* Use these functions for all messages. They disable links in untrusted text, because links can run commands. */

export function showError(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
	return vscode.window.showErrorMessage(withoutLinks(message), ...buttons);
}

export function showWarning(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
	return vscode.window.showWarningMessage(withoutLinks(message), ...buttons);
}

export function showInformation(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
	return vscode.window.showInformationMessage(withoutLinks(message), ...buttons);
}

/** Shows a modal question. Returns false if the user cancels. */
export async function confirms(question: string, detail: string, button: string): Promise<boolean> {
	const options = { modal: true, detail: withoutLinks(detail) };
	return (await vscode.window.showInformationMessage(withoutLinks(question), options, button)) === button;
}

const statusDuration = 8000;

export function showStatus(message: string, icon: 'check' | 'info' | 'warning' = 'check'): void {
	vscode.window.setStatusBarMessage(`$(${icon}) ${withoutIcons(message)}`, statusDuration);
}

export function showProgress<R>(
	{ title, cancellable = false }: { readonly title: string; readonly cancellable?: boolean },
	work: Parameters<typeof vscode.window.withProgress<R>>[1],
): Thenable<R> {
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title: withoutLinks(title), cancellable },
		(progress, token) => {
			const report: typeof progress.report = ({ message, ...more }) =>
				progress.report({ ...more, ...(message !== undefined && { message: withoutLinks(message) }) });
			return work({ report }, token);
		},
	);
}

/** Returns a function that reports progress as increments, which VS Code requires. Progress never decreases. */
export function risingPercent(
	progress: Parameters<Parameters<typeof showProgress>[1]>[0],
): (percent: number, message: string) => void {
	let shown = 0;
	return (percent, message) => {
		progress.report({ message, increment: Math.max(0, percent - shown) });
		shown = Math.max(shown, percent);
	};
}
