import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';

/** Tells the schedule of updates what it has to look at. It begins with what it is told first: the focus of the window. */
export function updateByThemselves({
	accounts,
	keptSchedule,
	settings,
}: Pick<Services, 'accounts' | 'keptSchedule' | 'settings'>): vscode.Disposable {
	const store = new DisposableStore();
	store.add(vscode.window.onDidChangeWindowState(() => keptSchedule.focusChanged()));
	store.add(settings.onDidChange('appErrors.keptRecords.updateEvery', () => keptSchedule.lookAgain()));
	store.add(settings.onDidChange('appErrors.exportFolder', () => keptSchedule.lookAgain()));
	store.add(accounts.onDidChange(() => keptSchedule.accountsChanged()));
	keptSchedule.focusChanged();
	return store;
}
