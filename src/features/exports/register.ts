import type { Disposable } from 'vscode';
import { needsRow } from '../../services/commands';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { deleteWhenConfirmed, openExport, revealExport, saveExportAs } from './fileActions';
import { nameExport } from './nameExport';
import { pickResumable, pickVerifiable } from './pickExport';
import { resumeAfterReload } from './resumeAfterReload';
import { resumeInWindow, runInWindow } from './runInWindow';
import { ExportStatusBar, showRunningExports } from './statusBar';
import { verifyInWindow } from './verifyInWindow';

export function register(services: Services): Disposable {
	const { commands } = services;
	const store = new DisposableStore();
	store.add(commands.register('appErrors.runExport', (order) => runInWindow(services, order)));
	store.add(
		commands.register('appErrors.resumeExport', async (node) => {
			const chosen = node ?? (await pickResumable(services));
			return chosen && resumeInWindow(services, chosen);
		}),
	);
	store.add(
		commands.register('appErrors.verifyExport', async (node) => {
			const chosen = node ?? (await pickVerifiable(services));
			await (chosen && verifyInWindow(services, chosen));
		}),
	);
	store.add(
		commands.register(
			'appErrors.stopExport',
			needsRow((node) => node.run.stop()),
		),
	);
	store.add(commands.register('appErrors.showRunningExports', () => showRunningExports(services.running)));
	store.add(new ExportStatusBar(services.running));
	void resumeAfterReload(services);
	store.add(
		commands.register(
			'appErrors.openExport',
			needsRow((node) => openExport(node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.nameExport',
			needsRow((node) => nameExport(services.exports, node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.revealExport',
			needsRow((node) => revealExport(node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.saveExportAs',
			needsRow((node) => saveExportAs(node.entry)),
		),
	);
	store.add(
		commands.register(
			'appErrors.deleteExport',
			needsRow((node) => deleteWhenConfirmed(services, node.entry)),
		),
	);
	return store;
}
