import { l10n } from 'vscode';
import { isVerifiable } from '../../core/export/chunks/proof';
import type { ExportEntry } from '../../core/export/model/entry';
import type { Services } from '../../services/services';
import type { ExportNode } from '../../services/treeNodes';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeRecordCount, formatAgo } from '../../wording/formats';
import { describeProof, describeResumable } from '../../wording/outcomeMessages';
import { applicationName, describeRange } from '../../wording/planMessages';

type PickExportServices = Pick<Services, 'accounts' | 'exports' | 'running'>;

interface PickOptions {
	readonly title: string;
	readonly placeholder: string;
	readonly is: (entry: ExportEntry) => boolean;
	readonly none: string;
}

export function pickResumable(services: PickExportServices): Promise<ExportNode | undefined> {
	return pickExport(services, {
		title: l10n.t('Resume Export'),
		placeholder: l10n.t('Fetches the missing records and keeps those already exported'),
		is: ({ resumable }) => resumable !== undefined,
		none: l10n.t('Nothing to resume.'),
	});
}

export function pickVerifiable(services: PickExportServices): Promise<ExportNode | undefined> {
	return pickExport(services, {
		title: l10n.t('Verify Export'),
		placeholder: l10n.t('Requests the records again in chunks and compares them'),
		is: ({ outcome }) => outcome?.proof === 'unproven' && isVerifiable(outcome),
		none: l10n.t('No exports to verify.'),
	});
}

async function pickExport(
	{ accounts, exports, running }: PickExportServices,
	{ title, placeholder, is, none }: PickOptions,
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
