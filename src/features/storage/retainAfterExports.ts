import type * as vscode from 'vscode';
import { stateKeys } from '../../ids';
import type { Services } from '../../services/services';
import type { OpenExports } from './openExports';

const dayMs = 24 * 60 * 60 * 1000;

type Used = Pick<Services, 'exports' | 'resultsViews' | 'settings' | 'storedData' | 'log'>;

/**
 * Deletes old exports as the settings say: after an export, when the disk has more on it than before, and once a day at
 * most. Never when a setting changes, since a number is a smaller one while it is typed.
 */
export function retainAfterExports(
	services: Used,
	open: OpenExports,
	onFault: (error: unknown) => void,
): vscode.Disposable {
	return services.exports.onDidFinish(() => {
		removeOldExports(services, open).catch(onFault);
	});
}

async function removeOldExports(
	{ exports, resultsViews, settings, storedData, log }: Used,
	open: OpenExports,
): Promise<void> {
	const policy = settings.retention;
	const ranAt = Date.parse(storedData.state.get(stateKeys.retentionRanAt, ''));
	// A clock that was put back must not put this off for long.
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
