import type * as vscode from 'vscode';
import { stateKeys } from '../../ids';
import type { Services } from '../../services/services';
import type { OpenExports } from './openExports';

const dayMs = 24 * 60 * 60 * 1000;

type RetainAfterExportsServices = Pick<Services, 'exports' | 'resultsViews' | 'settings' | 'storedData' | 'log'>;

/** The retention policy is applied after exports, because a partially typed number is smaller than intended. */
export function retainAfterExports(
	services: RetainAfterExportsServices,
	open: OpenExports,
	onFault: (error: unknown) => void,
): vscode.Disposable {
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
	// The absolute difference prevents a long delay after the clock is set back.
	const ranToday = Math.abs(Date.now() - ranAt) < dayMs;
	if (ranToday || (policy.days === 0 && policy.megabytes === 0)) {
		return;
	}
	await storedData.state.update(stateKeys.retentionRanAt, new Date().toISOString());
	await open.tell();
	const { count, bytes } = await exports.removeOld(policy);
	await resultsViews.forgetDeleted();
	log.info(`retention: ${count} exports removed, ${bytes} bytes`);
}
