import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';

export function updateByThemselves({
	accounts,
	syncSchedule,
	settings,
}: Pick<Services, 'accounts' | 'syncSchedule' | 'settings'>): vscode.Disposable {
	const store = new DisposableStore();
	store.add(vscode.window.onDidChangeWindowState(() => syncSchedule.focusChanged()));
	store.add(settings.onDidChange('appErrors.sync.intervalMinutes', () => syncSchedule.lookAgain()));
	store.add(settings.onDidChange('appErrors.exports.folder', () => syncSchedule.lookAgain()));
	store.add(accounts.onDidChange(() => syncSchedule.accountsChanged()));
	syncSchedule.focusChanged();
	return store;
}
