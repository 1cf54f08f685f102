import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { SyncedSetEntry } from '../../engine/protocol';
import type { Account } from '../../services/accounts';
import type { Services } from '../../services/services';
import { updateWithProgress } from '../../services/syncUpdates';
import { showStatus } from '../../vscode/messages';
import { plural } from '../../wording/formats';
import { applicationName } from '../../wording/planMessages';
import { describeDamage, describeDays } from '../../wording/syncMessages';

const { l10n } = vscode;

/** @throws the error that ended the sync */
export async function updateInWindow(
	services: Pick<Services, 'applications' | 'exports' | 'syncedRecords' | 'syncSchedule' | 'log'>,
	account: Account,
	entry: SyncedSetEntry,
	days?: readonly string[],
): Promise<void> {
	const { syncSchedule, log } = services;
	const { known } = entry;
	if (!known) {
		return;
	}
	const name = applicationName(known.plan);
	const before = known.summary.rows;
	try {
		const updated = await updateWithProgress(services, account, entry, { days });
		syncSchedule.updated(updated);
		if (updated.known) {
			const { summary } = updated.known;
			const more = summary.rows - before;
			log.info(`kept records: ${summary.rows} records, ${more} new, days: ${JSON.stringify(summary.days)}`);
			const added =
				more > 0
					? plural(more, { one: 'Synced {1}: {0} new record', other: 'Synced {1}: {0} new records' }, name)
					: l10n.t('Synced {0}: no new records', name);
			showStatus([added, ...describeDays(summary), ...describeDamage(summary)].join(' · '));
		}
	} catch (error) {
		if (!isCancellation(error)) {
			throw error;
		}
		showStatus(
			l10n.t('{0}: sync stopped. Fetched records are kept, and the next sync continues from there.', name),
			'info',
		);
	}
}
