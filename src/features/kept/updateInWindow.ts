import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { KeptEntry } from '../../engine/protocol';
import type { Account } from '../../services/accounts';
import { updateWithProgress } from '../../services/keptUpdates';
import type { Services } from '../../services/services';
import { showStatus } from '../../vscode/messages';
import { describeRecordCount } from '../../wording/formats';
import { describeDays } from '../../wording/keptMessages';
import { applicationName } from '../../wording/planMessages';

const { l10n } = vscode;

/**
 * Updates a set, or asks about some of its days alone, and says in the status bar how far it is and what came of it. Its
 * row can stop it.
 * @throws what made the update fail
 */
export async function updateInWindow(
	services: Pick<Services, 'applications' | 'exports' | 'kept' | 'keptSchedule' | 'log'>,
	account: Account,
	entry: KeptEntry,
	days?: readonly string[],
): Promise<void> {
	const { keptSchedule, log } = services;
	const { known } = entry;
	if (!known) {
		return;
	}
	const name = applicationName(known.plan);
	const before = known.summary.rows;
	try {
		const updated = await updateWithProgress(services, account, entry, { days });
		keptSchedule.updated(updated);
		if (updated.known) {
			const { summary } = updated.known;
			const more = summary.rows - before;
			log.info(`kept records: ${summary.rows} records, ${more} new, days: ${JSON.stringify(summary.days)}`);
			const came = more > 0 ? l10n.t('{0} came', describeRecordCount(more)) : l10n.t('nothing new');
			showStatus([name, came, ...describeDays(summary)].join(' · '));
		}
	} catch (error) {
		if (!isCancellation(error)) {
			throw error;
		}
		showStatus(l10n.t('{0}: stopped. What has come is kept, and the next update goes on.', name), 'info');
	}
}
