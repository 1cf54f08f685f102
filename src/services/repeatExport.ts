import { l10n } from 'vscode';
import { AppError } from '../core/common/errors';
import type { ExportEntry, StoredQuestion } from '../core/export/model/entry';
import type { Plan } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { KeptEntry } from '../engine/protocol';
import type { Account } from './accounts';
import { runCommand } from './commands';
import { pickApplication } from './pickApplication';
import type { Services } from './services';

type Used = Pick<Services, 'accounts' | 'applications' | 'exports'>;

/**
 * Carries a past export out again with something changed, by an account of the same service.
 * @param clock On which its dates are read; by default that of new exports of the application.
 * @returns the new one, undefined where the person leaves it
 * @throws AppError `signedOut` when there is none any more
 */
export async function repeatExport(
	stored: StoredQuestion,
	change: Partial<Plan>,
	services: Used,
	clock?: Zone,
): Promise<ExportEntry | undefined> {
	const { applications, exports } = services;
	const account = await accountOf(stored, services);
	const plan: Plan = { ...stored.plan, ...change, view: 'results' };
	const zone = clock ?? (await exports.zoneFor(plan.application.id, applications, stored.zone));
	return (await runCommand('appErrors.runExport', { account, plan, zone })) as ExportEntry | undefined;
}

/**
 * Runs a command on a past export, by an account of the same service.
 * @throws AppError `signedOut` when there is none any more
 */
export async function runOn(
	command: 'appErrors.verifyExport' | 'appErrors.resumeExport',
	entry: ExportEntry,
	services: Pick<Used, 'accounts'>,
): Promise<void> {
	await runCommand(command, { kind: 'export', account: await accountOf(entry.stored, services), entry });
}

/** @throws AppError `signedOut` when there is no account of the service any more */
export async function fetchKeptDays(
	entry: KeptEntry,
	days: readonly string[],
	services: Pick<Used, 'accounts'>,
): Promise<void> {
	if (entry.known) {
		const account = await accountOf(entry.known, services);
		await runCommand('appErrors.fetchKeptDays', { kind: 'kept', account, entry, update: undefined }, days);
	}
}

async function accountOf(
	{ service }: Pick<StoredQuestion, 'service'>,
	{ accounts }: Pick<Used, 'accounts'>,
): Promise<Account> {
	const account = await accounts.ofService(service);
	if (!account) {
		throw new AppError({ kind: 'signedOut' });
	}
	return account;
}

/** Starts the wizard for an application that a person picks. */
export async function exportOther({ accounts, applications }: Used): Promise<void> {
	const account = await accounts.signedIn();
	const answer = await pickApplication(applications, { title: l10n.t('Export errors') });
	if (answer.kind === 'value') {
		const { value: application } = answer;
		const node = { kind: 'application', account, application, pinned: false, added: false, listed: true } as const;
		await runCommand('appErrors.exportErrors', node);
	}
}
