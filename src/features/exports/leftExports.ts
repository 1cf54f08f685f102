import { isProblem } from '../../core/errors';
import type { Services } from '../../services/services';
import { type ExportServices, resumeExport } from './runExport';

/** Goes on with what the window was carrying out when it was loaded anew: the service gets the identical request. */
export async function resumeLeftExports(services: ExportServices & Pick<Services, 'accounts'>): Promise<void> {
	const { accounts, exports, log, running } = services;
	const left = await running.takeLeft();
	const known = await accounts.list();
	await Promise.all(
		left.map(async ({ account: id, folder }) => {
			const account = known.find((candidate) => candidate.id === id);
			const entries = account ? (await exports.list(account)).entries : [];
			const entry = entries.find((candidate) => candidate.folder === folder);
			if (account && entry?.resumable && !entry.outcome && !entry.runsElsewhere) {
				log.info('export: going on with one that the window before this one began');
				await resumeExport(services, { account, entry }, true);
			}
		}),
	).catch((error) => {
		// Nobody waits for it; the tree shows the export as interrupted.
		log.warn(`export: not resumed, ${isProblem(error, 'signedOut') ? 'signed out' : String(error)}`);
	});
}
