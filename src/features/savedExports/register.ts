import type { Disposable } from 'vscode';
import { needsRow } from '../../services/commands';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { runSavedExport } from './runSavedExport';
import { SavedExportLenses } from './savedExportLenses';
import { saveExport } from './saveExport';

interface SavedExportsFeature extends Disposable {
	readonly lenses: SavedExportLenses;
}

export function register(services: Services): SavedExportsFeature {
	const { commands, settings } = services;
	const store = new DisposableStore();
	const lenses = store.add(new SavedExportLenses(settings));
	store.add(
		commands.register(
			'appErrors.runSavedExport',
			needsRow((of) => runSavedExport(services, of)),
		),
	);
	store.add(
		commands.register(
			'appErrors.saveExportToWorkspace',
			needsRow(({ entry }) => saveExport(services, entry.stored.plan)),
		),
	);
	store.add(commands.register('appErrors.savePlan', ({ plan }) => saveExport(services, plan)));
	return { lenses, dispose: () => store.dispose() };
}
