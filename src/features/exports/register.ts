import type { Disposable } from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../vscode/disposables';
import { deleteExport, openExport, revealExport, saveExportAs } from './fileActions';
import { runExport } from './runExport';

/** Carrying out exports, and what can be done with past ones. */
export function register(services: Services): Disposable {
	const { commands } = services;
	const store = new DisposableStore();
	store.add(commands.register('appErrors.runExport', (order) => runExport(services, order)));
	store.add(commands.register('appErrors.openExport', (node) => node && openExport(node.entry)));
	store.add(commands.register('appErrors.revealExport', (node) => node && revealExport(node.entry)));
	store.add(commands.register('appErrors.saveExportAs', (node) => node && saveExportAs(node.entry)));
	store.add(commands.register('appErrors.deleteExport', (node) => node && deleteExport(services, node.entry)));
	return store;
}
