import { type Disposable, l10n } from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../vscode/disposables';
import { deleteExport, openExport, revealExport, saveExportAs } from './fileActions';
import { resumeLeftExports } from './leftExports';
import { isResumable, isVerifiable, pickExport } from './pickExport';
import { resumeExport, runExport } from './runExport';
import { ExportStatusBar, showRunningExports } from './statusBar';
import { verifyExport } from './verifyExport';

/** Carrying out exports, and what can be done with past ones. */
export function register(services: Services): Disposable {
	const { commands } = services;
	const store = new DisposableStore();
	store.add(commands.register('appErrors.runExport', (order) => runExport(services, order)));
	store.add(
		commands.register('appErrors.resumeExport', async (node) => {
			const chosen = node ?? (await pickExport(services, isResumable, l10n.t('Resume an export')));
			return chosen && resumeExport(services, chosen);
		}),
	);
	store.add(
		commands.register('appErrors.verifyExport', async (node) => {
			const chosen = node ?? (await pickExport(services, isVerifiable, l10n.t('Verify an export')));
			await (chosen && verifyExport(services, chosen));
		}),
	);
	store.add(commands.register('appErrors.stopExport', (node) => node?.run.stop()));
	store.add(commands.register('appErrors.showRunningExports', () => showRunningExports(services.running)));
	store.add(new ExportStatusBar(services.running));
	if (services.running.left.length > 0) {
		void resumeLeftExports(services);
	}
	store.add(commands.register('appErrors.openExport', (node) => node && openExport(node.entry)));
	store.add(commands.register('appErrors.revealExport', (node) => node && revealExport(node.entry)));
	store.add(commands.register('appErrors.saveExportAs', (node) => node && saveExportAs(node.entry)));
	store.add(commands.register('appErrors.deleteExport', (node) => node && deleteExport(services, node.entry)));
	return store;
}
