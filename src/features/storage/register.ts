import type { Disposable } from 'vscode';
import { stateKeys } from '../../ids';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { logFault } from '../../vscode/logFault';
import { clearAllData } from './clearAllData';
import { OpenExports } from './openExports';

const dayMs = 24 * 60 * 60 * 1000;

type RetainAfterExportsServices = Pick<Services, 'exports' | 'resultsViews' | 'settings' | 'storedData' | 'log'>;

export function register(services: Services): Disposable {
	const { commands, exports, log } = services;
	const store = new DisposableStore();
	const onFault = (error: unknown) => logFault(log, 'storage', error);
	store.add(commands.register('appErrors.clearAllData', () => clearAllData(services)));
	const open = store.add(new OpenExports(exports, onFault));
	store.add(retainAfterExports(services, open, onFault));
	return store;
}

/** Applies the retention policy only after exports, because the setting may be too small while the user edits it. */
function retainAfterExports(
	services: RetainAfterExportsServices,
	open: OpenExports,
	onFault: (error: unknown) => void,
): Disposable {
	return services.exports.onDidFinish(() => {
		removeOldExports(services, open).catch(onFault);
	});
}

async function removeOldExports(
	{ exports, resultsViews, settings, storedData, log }: RetainAfterExportsServices,
	open: OpenExports,
): Promise<void> {
	const policy = settings.retention;
	const ranAt = Date.parse(storedData.state.get(stateKeys.retentionRanAt, ''));
	// The absolute difference prevents a long delay after the clock was set back.
	const ranToday = Math.abs(Date.now() - ranAt) < dayMs;
	if (ranToday || (policy.days === 0 && policy.megabytes === 0)) {
		return;
	}
	await storedData.state.update(stateKeys.retentionRanAt, new Date().toISOString());
	await open.reportAgain();
	const { count, bytes } = await exports.removeOld(policy);
	await resultsViews.forgetDeleted();
	log.info(`retention: ${count} exports removed, ${bytes} bytes`);
}
