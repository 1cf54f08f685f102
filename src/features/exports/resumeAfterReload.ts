import type { LeftExport } from '../../services/runningExports';
import type { Services } from '../../services/services';
import { type ExportServices, resumeInWindow } from './runInWindow';

type ResumeAfterReloadServices = ExportServices & Pick<Services, 'accounts' | 'notifier'>;

/** Resumes the exports of the previous window with identical requests. Never rejects; errors are shown. */
export async function resumeAfterReload(services: ResumeAfterReloadServices): Promise<void> {
	await Promise.all(
		services.running.left.map((left) =>
			resumeLeft(services, left).catch((error) => services.notifier.error(error, 'appErrors.resumeExport')),
		),
	);
}

async function resumeLeft(services: ResumeAfterReloadServices, left: LeftExport): Promise<void> {
	const { accounts, exports, log, running } = services;
	const account = (await accounts.list()).find(({ id }) => id === left.account);
	const entries = account ? (await exports.list(account)).entries : [];
	const entry = entries.find(({ folder }) => folder === left.folder);
	if (!account || !entry?.resumable) {
		// The export can't be resumed: its account no longer exists, or the export was deleted or has finished.
		await running.settleLeft(left);
		return;
	}
	log.info('export: going on with one that the window before this one began');
	await Promise.all([resumeInWindow(services, { account, entry }, true), running.settleLeft(left)]);
}
