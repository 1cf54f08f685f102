import { l10n } from 'vscode';
import { AppError } from '../core/common/errors';
import type { ExportEntry, StoredQuestion } from '../core/export/model/entry';
import type { Plan } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { SyncedSetEntry } from '../engine/protocol';
import type { Account } from './accounts';
import { runCommand } from './commands';
import { pickApplication } from './pickApplication';
import type { Services } from './services';

type RepeatExportServices = Pick<Services, 'accounts' | 'applications' | 'exports'>;

/**
 * Repeats an export with a changed plan and an account of the same service. Returns undefined if the user cancels.
 * @throws AppError `signedOut` if no account of the service exists
 */
export async function repeatExport(
	stored: StoredQuestion,
	change: Partial<Plan>,
	services: RepeatExportServices,
	clock?: Zone,
): Promise<ExportEntry | undefined> {
	const { applications, exports } = services;
	const account = await accountOf(stored, services);
	const plan: Plan = { ...stored.plan, ...change, view: 'results' };
	const zone = clock ?? (await exports.zoneFor(plan.application.id, applications, stored.zone));
	return (await runCommand('appErrors.runExport', { account, plan, zone })) as ExportEntry | undefined;
}

/**
 * Verifies or resumes an export with an account for its service.
 * @throws AppError `signedOut` if no account for the service exists
 */
export async function runOn(
	command: 'appErrors.verifyExport' | 'appErrors.resumeExport',
	entry: ExportEntry,
	services: Pick<RepeatExportServices, 'accounts'>,
): Promise<void> {
	await runCommand(command, { kind: 'export', account: await accountOf(entry.stored, services), entry });
}

/**
 * Requests the given days of a synced set again, with an account for its service.
 * @throws AppError `signedOut` if no account for the service exists
 */
export async function fetchSyncedDays(
	entry: SyncedSetEntry,
	days: readonly string[],
	services: Pick<RepeatExportServices, 'accounts'>,
): Promise<void> {
	if (entry.known) {
		const account = await accountOf(entry.known, services);
		await runCommand('appErrors.fetchSyncedDays', { kind: 'syncedSet', account, entry, update: undefined }, days);
	}
}

async function accountOf(
	{ service }: Pick<StoredQuestion, 'service'>,
	{ accounts }: Pick<RepeatExportServices, 'accounts'>,
): Promise<Account> {
	const account = await accounts.ofService(service);
	if (!account) {
		throw new AppError({ kind: 'signedOut' });
	}
	return account;
}

export async function exportOther({ accounts, applications }: RepeatExportServices): Promise<void> {
	const account = await accounts.signedIn();
	const answer = await pickApplication(applications, { title: l10n.t('Export Errors') });
	if (answer.kind === 'value') {
		const { value: application } = answer;
		const node = { kind: 'application', account, application, pinned: false, added: false, listed: true } as const;
		await runCommand('appErrors.exportErrors', node);
	}
}
