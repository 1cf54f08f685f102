import type { Application } from '../../core/service/application';
import type { Account } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { newestSet } from './newestSet';

export interface OpenApplicationServices {
	readonly exports: Pick<Services['exports'], 'list'>;
	readonly syncedRecords: Pick<Services['syncedRecords'], 'list'>;
}

export async function openApplication(
	{ exports, syncedRecords }: OpenApplicationServices,
	account: Account,
	application: Application,
): Promise<void> {
	const synced = await syncedRecords.list(account);
	const entry = newestSet(synced.filter(({ known }) => known?.plan.application.id === application.id));
	if (entry) {
		await runCommand('appErrors.openSyncedRecords', { kind: 'syncedSet', account, entry, update: undefined });
		return;
	}
	const newest = (await exports.list(account)).entries.find(
		({ stored, outcome }) => outcome && stored.plan.application.id === application.id,
	);
	if (newest) {
		await runCommand('appErrors.openExport', { kind: 'export', account, entry: newest });
		return;
	}
	const node = { kind: 'application', account, application, pinned: false, added: false, listed: true } as const;
	await runCommand('appErrors.exportErrors', node);
}
