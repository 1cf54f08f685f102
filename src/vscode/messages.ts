import * as vscode from 'vscode';
import { withoutIcons, withoutLinks } from './escaping';

/*
 * The only place that shows messages, in the corner and in the status bar. They repeat words of the service, of records and of files, and the
 * editor makes links of what looks like one in them, also links that run a command.
 */

export function showError(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
	return vscode.window.showErrorMessage(withoutLinks(message), ...buttons);
}

export function showWarning(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
	return vscode.window.showWarningMessage(withoutLinks(message), ...buttons);
}

export function showInformation(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
	return vscode.window.showInformationMessage(withoutLinks(message), ...buttons);
}

/** How long a message stays in the status bar, in milliseconds: long enough to be read by who looks up from the work. */
const statusDuration = 8000;

/** Says in the status bar what was done, where nobody has to answer. */
export function showStatus(message: string, icon: 'check' | 'info' | 'warning' = 'check'): void {
	vscode.window.setStatusBarMessage(`$(${icon}) ${withoutIcons(message)}`, statusDuration);
}

/** Shows that something goes on, and what is reported of it, until the work ends. */
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

/** Reports how far something is, as the editor wants it: what was added since, and never less than before. */
export function risingPercent(
	progress: Parameters<Parameters<typeof showProgress>[1]>[0],
): (percent: number, message: string) => void {
	let shown = 0;
	return (percent, message) => {
		progress.report({ message, increment: Math.max(0, percent - shown) });
		shown = Math.max(shown, percent);
	};
}
