import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { changeKept } from './changeKept';
import { deleteKept } from './deleteKept';
import { exportKept } from './exportKept';
import { keepRecords, keepWhatIsPlanned } from './keepRecords';
import { openKept } from './openKept';
import { pickKept } from './pickKept';
import { updateByThemselves } from './updateByThemselves';
import { updateInWindow } from './updateInWindow';

/** Sets of kept records: one of an application that grows by what is new. */
export function register(services: Services): vscode.Disposable {
	const { commands, kept } = services;
	const store = new DisposableStore();
	store.add(updateByThemselves(services));
	store.add(commands.register('appErrors.keepRecords', (node) => keepRecords(services, node)));
	store.add(commands.register('appErrors.keepPlan', (order) => keepWhatIsPlanned(services, order)));
	store.add(
		commands.register('appErrors.changeKept', async (node) => {
			const chosen = node ?? (await pickKept(services));
			await (chosen && changeKept(services, chosen));
		}),
	);
	store.add(
		commands.register('appErrors.exportKept', async (node) => {
			const chosen = node ?? (await pickKept(services));
			await (chosen && exportKept(services, chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.openKept', async (node) => {
			const chosen = node ?? (await pickKept(services));
			await (chosen && openKept(chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.updateKept', async (node) => {
			const chosen = node ?? (await pickKept(services));
			await (chosen && updateInWindow(services, chosen.account, chosen.entry));
		}),
	);
	store.add(
		commands.register('appErrors.fetchKeptDays', ({ account, entry }, days) =>
			updateInWindow(services, account, entry, days),
		),
	);
	store.add(commands.register('appErrors.stopKept', (node) => node && kept.updateOf(node.entry)?.stop()));
	store.add(commands.register('appErrors.pauseKept', (node) => node && kept.pause(node.entry, true)));
	store.add(commands.register('appErrors.continueKept', (node) => node && kept.pause(node.entry, false)));
	store.add(
		commands.register('appErrors.revealKept', async (node) => {
			if (node) {
				const { folder, known } = node.entry;
				await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(known?.manifest ?? folder));
			}
		}),
	);
	store.add(commands.register('appErrors.deleteKept', (node) => node && deleteKept(services, node.entry)));
	return store;
}
