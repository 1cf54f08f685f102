import * as vscode from 'vscode';
import type { CommandId } from '../commands/commandTable';
import { AppError } from '../core/common/errors';
import { logFault } from '../vscode/logFault';
import { showError } from '../vscode/messages';
import { explain } from '../wording/problemMessages';

/** Shows error messages one at a time, with the buttons that are relevant for the error. Logs the details. */
export class Notifier {
	constructor(private readonly log: vscode.LogOutputChannel) {}

	/** @param doing Name of the operation in the log, such as a command ID */
	error(error: unknown, doing: string): void {
		logFault(this.log, doing, error);
		if (!(error instanceof AppError)) {
			void this.offerLog(vscode.l10n.t('An unexpected error occurred. See the log for details.'));
			return;
		}
		const { problem } = error;
		const { message, action } = explain(problem);
		if (!action) {
			void showError(message);
			return;
		}
		void showError(message, action.label).then((chosen) => {
			if (chosen === action.label) {
				return vscode.commands.executeCommand(action.command, ...(action.parameters ?? []));
			}
			return undefined;
		});
	}

	private async offerLog(message: string): Promise<void> {
		const show = vscode.l10n.t('Show Log');
		if ((await showError(message, show)) === show) {
			await vscode.commands.executeCommand('appErrors.showLog' satisfies CommandId);
		}
	}
}
