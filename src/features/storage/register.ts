import type { Disposable } from 'vscode';
import { AppError } from '../../core/errors';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../vscode/disposables';
import { clearAllData } from './clearAllData';
import { OpenExports } from './openExports';
import { retainAfterExports } from './retention';

/** What is kept on this machine, for how long, and how to be rid of it. */
export function register(services: Services): Disposable {
	const { commands, exports, log } = services;
	const store = new DisposableStore();
	// Nobody waits for these, so they are told in the log only: with the stack, which is ours and holds no record's text.
	const onFault = (error: unknown) =>
		error instanceof AppError
			? log.warn(`storage: ${error.problem.kind}`)
			: log.error('storage', error instanceof Error ? (error.stack ?? error.name) : typeof error);
	store.add(commands.register('appErrors.clearAllData', () => clearAllData(services)));
	const open = store.add(new OpenExports(exports, onFault));
	store.add(retainAfterExports(services, open, onFault));
	return store;
}
