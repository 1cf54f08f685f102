import { l10n } from 'vscode';
import { keyIdFor } from '../../core/export/hashed/deviceHasher';
import type { Zone } from '../../core/plan/range';
import { asksTheSame, type SyncPlan } from '../../core/sync/model/syncedSet';
import type { SyncedSetEntry } from '../../engine/protocol';
import type { Account } from '../../services/accounts';
import type { Services } from '../../services/services';
import { showInformation } from '../../vscode/messages';
import { describeDay } from '../../wording/planMessages';
import { updateInWindow } from './updateInWindow';

/** Creates and syncs a set. If an existing set differs only in its first day, extends that set instead. */
export async function syncPlanned(
	services: Pick<
		Services,
		'accounts' | 'applications' | 'deviceKeys' | 'exports' | 'syncedRecords' | 'syncSchedule' | 'log'
	>,
	account: Account,
	plan: SyncPlan,
	zone: Zone,
): Promise<SyncedSetEntry> {
	const { accounts, deviceKeys, syncedRecords } = services;
	await accounts.signedIn();
	const keyed = { ...plan, deviceKey: await keyIdFor(plan.fields, () => deviceKeys.get()) };
	const same = (await syncedRecords.list(account)).find(({ known }) => known && asksTheSame(known.plan, keyed));
	const entry = same
		? await extended(syncedRecords, same, plan.since)
		: await syncedRecords.create(account, plan, zone);
	if (same) {
		void showInformation(notifyIsSynced(entry));
	}
	if (!entry.known?.paused && !entry.runsElsewhere && !syncedRecords.updateOf(entry)) {
		await updateInWindow(services, account, entry);
	}
	return entry;
}

async function extended(
	syncedRecords: Services['syncedRecords'],
	entry: SyncedSetEntry,
	since: string,
): Promise<SyncedSetEntry> {
	const isLater = entry.known !== undefined && entry.known.plan.since <= since;
	return isLater ? entry : syncedRecords.change(entry, { since });
}

function notifyIsSynced({ known, runsElsewhere }: SyncedSetEntry): string {
	const since = describeDay(known?.plan.since ?? '');
	const { application } = known?.plan ?? {};
	const name = application?.name ?? application?.id ?? '';
	if (known?.paused) {
		return l10n.t('The sync of these records of {0} (since {1}) is paused.', name, since);
	}
	return runsElsewhere
		? l10n.t('These records of {0} (since {1}) are being synced in another window.', name, since)
		: l10n.t(
				'These records of {0} are already synced (since {1}). The existing synced records will be updated.',
				name,
				since,
			);
}
