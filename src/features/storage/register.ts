import type { Disposable } from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { logFault } from '../../vscode/logFault';
import { clearAllData } from './clearAllData';
import { OpenExports } from './openExports';
import { retainAfterExports } from './retainAfterExports';

export function register(services: Services): Disposable {
	const { commands, exports, log } = services;
	const store = new DisposableStore();
	const onFault = (error: unknown) => logFault(log, 'storage', error);
	store.add(commands.register('appErrors.clearAllData', () => clearAllData(services)));
	const open = store.add(new OpenExports(exports, onFault));
	store.add(retainAfterExports(services, open, onFault));
	return store;
}
