import { l10n } from 'vscode';
import { AppError } from '../../core/errors';
import type { ExportEntry } from '../../core/export/entry';
import type { Services } from '../../services/services';
import { describeProof, describeResumable } from '../../vscode/proofWords';
import { pickOne } from '../../vscode/quickInput';
import { nameOf } from '../../vscode/runWords';
import { describeRange, describeRecordCount, formatAgo, withoutIcons } from '../../vscode/words';
import type { ExportOf } from './runExport';

export function isResumable({ resumable, runsElsewhere }: ExportEntry): boolean {
	return resumable !== undefined && runsElsewhere === undefined;
}

export function isVerifiable({ outcome }: ExportEntry): boolean {
	return outcome !== undefined && outcome.proof !== 'proven';
}

/** Lets a person choose among the current account's exports, newest first. */
export async function pickExport(
	{ accounts, exports }: Pick<Services, 'accounts' | 'exports'>,
	isWanted: (entry: ExportEntry) => boolean,
	title: string,
): Promise<(ExportOf & { readonly kind: 'export' }) | undefined> {
	const account = await accounts.current();
	if (!account) {
		throw new AppError({ kind: 'signedOut' });
	}
	const { entries } = await exports.list(account);
	const wanted = entries.filter(isWanted);
	const answer = await pickOne({
		title,
		placeholder: wanted.length === 0 ? l10n.t('There is no such export') : '',
		items: wanted.map((entry) => ({ ...rowOf(entry), value: entry })),
	});
	return answer.kind === 'value' ? { kind: 'export', account, entry: answer.value } : undefined;
}

function rowOf({ stored, outcome, resumable }: ExportEntry) {
	const state = outcome
		? [describeRecordCount(outcome.rows), describeProof(outcome.proof).label]
		: [resumable ? describeResumable(resumable) : ''];
	return {
		label: withoutIcons(`${nameOf(stored.plan)} · ${describeRange(stored.plan.range)}`),
		description: [...state, formatAgo(stored.askedAt)].filter((part) => part !== '').join(' · '),
	};
}
