import type { LeftExport } from '../../services/runningExports';
import type { Services } from '../../services/services';
import { type ExportServices, resumeInWindow } from './runInWindow';

type Used = ExportServices & Pick<Services, 'accounts' | 'notifier'>;

/**
 * Goes on with what the window before this one was carrying out: the service gets the identical request. That window may
 * still be ending; then its turn is waited for. Never rejects: what goes wrong is shown.
 */
export async function resumeAfterReload(services: Used): Promise<void> {
	await Promise.all(
		services.running.left.map((left) =>
			resumeLeft(services, left).catch((error) => services.notifier.error(error, 'appErrors.resumeExport')),
		),
	);
}

async function resumeLeft(services: Used, left: LeftExport): Promise<void> {
	const { accounts, exports, log, running } = services;
	const account = (await accounts.list()).find(({ id }) => id === left.account);
	const entries = account ? (await exports.list(account)).entries : [];
	const entry = entries.find(({ folder }) => folder === left.folder);
	if (!account || !entry?.resumable) {
		// Signed out, deleted, or finished after all.
		await running.settleLeft(left);
		return;
	}
	log.info('export: going on with one that the window before this one began');
	await Promise.all([resumeInWindow(services, { account, entry }, true), running.settleLeft(left)]);
}
