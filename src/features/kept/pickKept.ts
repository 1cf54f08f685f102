import { l10n, ThemeIcon } from 'vscode';
import type { Services } from '../../services/services';
import type { KeptNode } from '../../services/treeNodes';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeRecordCount } from '../../wording/formats';
import { describeCurrency, describeDays } from '../../wording/keptMessages';
import { applicationName, describeDay } from '../../wording/planMessages';

/** Lets a person choose a set of the current account; the only one is no choice. */
export async function pickKept({
	accounts,
	kept,
}: Pick<Services, 'accounts' | 'kept'>): Promise<Pick<KeptNode, 'account' | 'entry'> | undefined> {
	const account = await accounts.signedIn();
	const sets = (await kept.list(account)).flatMap((entry) => (entry.known ? [{ entry, known: entry.known }] : []));
	const [first, ...others] = sets;
	if (!first) {
		void showInformation(l10n.t('No records are kept yet. Keep Records Current… on an application begins with it.'));
		return undefined;
	}
	if (others.length === 0) {
		return { account, entry: first.entry };
	}
	const answer = await pickOne({
		title: l10n.t('Kept records'),
		placeholder: l10n.t('Choose the records of an application'),
		items: sets.map(({ entry, known: { plan, summary } }) => ({
			label: withoutIcons(applicationName(plan)),
			description: l10n.t('since {0}', describeDay(plan.since)),
			detail: [describeRecordCount(summary.rows), describeCurrency(summary), ...describeDays(summary)].join(' · '),
			iconPath: new ThemeIcon('database'),
			value: entry,
		})),
	});
	return answer.kind === 'value' ? { account, entry: answer.value } : undefined;
}
