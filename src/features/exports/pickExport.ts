import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { isVerifiable } from '../../core/export/slices/proof';
import type { Services } from '../../services/services';
import type { ExportNode } from '../../services/treeNodes';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeRecordCount, formatAgo } from '../../wording/formats';
import { describeProof, describeResumable } from '../../wording/outcomeMessages';
import { applicationName, describeRange } from '../../wording/planMessages';

type Used = Pick<Services, 'accounts' | 'exports' | 'running'>;

interface Wanted {
	readonly title: string;
	/** What choosing one does. */
	readonly placeholder: string;
	readonly is: (entry: ExportEntry) => boolean;
	/** Said where there is none. */
	readonly none: string;
}

export function pickResumable(services: Used): Promise<ExportNode | undefined> {
	return pickExport(services, {
		title: l10n.t('Resume an export'),
		placeholder: l10n.t('What is missing is fetched; what is here stays'),
		is: ({ resumable }) => resumable !== undefined,
		none: l10n.t('There is no export to resume: none was interrupted.'),
	});
}

export function pickVerifiable(services: Used): Promise<ExportNode | undefined> {
	return pickExport(services, {
		title: l10n.t('Verify an export'),
		placeholder: l10n.t('The service is asked again, in pieces, and the records are compared'),
		is: ({ outcome }) => outcome?.proof === 'unproven' && isVerifiable(outcome),
		none: l10n.t('There is no export to verify.'),
	});
}

/** Lets a person choose among the current account's exports that nobody is at work on, newest first. */
async function pickExport(
	{ accounts, exports, running }: Used,
	{ title, placeholder, is, none }: Wanted,
): Promise<ExportNode | undefined> {
	const account = await accounts.signedIn();
	const { entries } = await exports.list(account);
	const taken = running.all.map(({ folder }) => folder);
	const wanted = entries.filter((entry) => is(entry) && !entry.runsElsewhere && !taken.includes(entry.folder));
	if (wanted.length === 0) {
		void showInformation(none);
		return undefined;
	}
	const answer = await pickOne({
		title,
		placeholder,
		items: wanted.map((entry) => ({ ...rowOf(entry), value: entry })),
	});
	return answer.kind === 'value' ? { kind: 'export', account, entry: answer.value } : undefined;
}

function rowOf({ name, stored, outcome, resumable }: ExportEntry) {
	const state = [
		...(outcome ? [describeRecordCount(outcome.rows), describeProof(outcome.proof).label] : []),
		...(resumable && !outcome ? [describeResumable(resumable)] : []),
		formatAgo(stored.askedAt),
	];
	return {
		label: withoutIcons(`${applicationName(stored.plan)} · ${name ?? describeRange(stored.plan.range)}`),
		description: [...(name ? [describeRange(stored.plan.range)] : []), ...state].join(' · '),
	};
}
