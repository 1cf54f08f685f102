import * as vscode from 'vscode';
import { needsRow } from '../../services/commands';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { updateByThemselves } from './autoUpdate';
import { changeSyncedSet } from './changeSyncedSet';
import { deleteSyncedSet } from './deleteSyncedSet';
import { exportSyncedSet } from './exportSyncedSet';
import { openSyncedSet } from './openSyncedSet';
import { pickSyncedSet } from './pickSyncedSet';
import { syncFromWizard, syncRecords } from './syncRecords';
import { updateInWindow } from './updateInWindow';

export function register(services: Services): vscode.Disposable {
	const { commands, syncedRecords } = services;
	const store = new DisposableStore();
	store.add(updateByThemselves(services));
	store.add(commands.register('appErrors.syncRecords', (node) => syncRecords(services, node)));
	store.add(commands.register('appErrors.syncPlan', (order) => syncFromWizard(services, order)));
	store.add(
		commands.register('appErrors.editSyncSettings', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && changeSyncedSet(services, chosen));
		}),
	);
	store.add(
		commands.register('appErrors.exportSyncedRecords', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && exportSyncedSet(services, chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.openSyncedRecords', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && openSyncedSet(chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.syncNow', async (node) => {
			const chosen = node ?? (await pickSyncedSet(services));
			await (chosen && updateInWindow(services, chosen.account, chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.fetchSyncedDays', ({ account, entry }, days) =>
			updateInWindow(services, account, entry, days),
		),
	);
	store.add(
		commands.register(
			'appErrors.stopSync',
			needsRow((node) => syncedRecords.updateOf(node.entry)?.stop()),
		),
	);
	store.add(
		commands.register(
			'appErrors.pauseSync',
			needsRow((node) => syncedRecords.pause(node.entry, true)),
		),
	);
	store.add(
		commands.register(
			'appErrors.resumeSync',
			needsRow((node) => syncedRecords.pause(node.entry, false)),
		),
	);
	store.add(
		commands.register(
			'appErrors.revealSyncedRecords',
			needsRow(async ({ entry: { folder, known } }) => {
				await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(known?.manifest ?? folder));
			}),
		),
	);
	store.add(
		commands.register(
			'appErrors.deleteSyncedRecords',
			needsRow((node) => deleteSyncedSet(services, node.entry)),
		),
	);
	return store;
}
