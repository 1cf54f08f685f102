import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';

export function register({ commands, log, extensionId }: Services): vscode.Disposable {
	const store = new DisposableStore();
	store.add(commands.register('appErrors.showLog', () => log.show()));
	store.add(
		commands.register('appErrors.openSettings', (setting) =>
			vscode.commands.executeCommand('workbench.action.openSettings', setting ?? `@ext:${extensionId}`),
		),
	);
	return store;
}
