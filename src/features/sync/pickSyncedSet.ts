import { l10n, ThemeIcon } from 'vscode';
import { zoneName } from '../../core/plan/range';
import type { Services } from '../../services/services';
import type { SyncedSetNode } from '../../services/treeNodes';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { applicationName, describeDay } from '../../wording/planMessages';
import { describeDays, describeSyncedRecords } from '../../wording/syncMessages';

/** Lets the user pick a synced set of the current account. A single set is returned without a prompt. */
export async function pickSyncedSet({
	accounts,
	syncedRecords,
}: Pick<Services, 'accounts' | 'syncedRecords'>): Promise<Pick<SyncedSetNode, 'account' | 'entry'> | undefined> {
	const account = await accounts.signedIn();
	const sets = (await syncedRecords.list(account)).flatMap((entry) =>
		entry.known ? [{ entry, known: entry.known }] : [],
	);
	const [first, ...others] = sets;
	if (!first) {
		void showInformation(l10n.t('No synced records yet. Use "Sync Records…" on an application to start.'));
		return undefined;
	}
	if (others.length === 0) {
		return { account, entry: first.entry };
	}
	const answer = await pickOne({
		title: l10n.t('Synced records'),
		placeholder: l10n.t("Choose an application's records"),
		items: sets.map(({ entry, known: { plan, summary, zone } }) => ({
			label: withoutIcons(applicationName(plan)),
			description: l10n.t('since {0}', describeDay(plan.since)),
			detail: [...describeSyncedRecords(summary, zoneName(zone)), ...describeDays(summary)].join(' · '),
			iconPath: new ThemeIcon('database'),
			value: entry,
		})),
	});
	return answer.kind === 'value' ? { account, entry: answer.value } : undefined;
}
