import { l10n } from 'vscode';
import type { ExportEntry, Outcome } from '../../core/export/model/entry';
import type { Plan } from '../../core/plan/plan';
import type { Account } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import type { ApplicationNode, ExportNode } from '../../services/treeNodes';
import { showInformation, showStatus, showWarning } from '../../vscode/messages';
import { describeRecordCount, formatBytes, formatDuration } from '../../wording/formats';
import { alarmingDoubts, describeDoubts, describeFlags, describeProof } from '../../wording/outcomeMessages';
import { applicationName, describeDateDimension, describeDates, describeFilters } from '../../wording/planMessages';

interface Offer {
	readonly label: string;
	readonly run: () => Thenable<unknown>;
}

export async function closeWith({ account, entry }: ExportOf, outcome: Outcome, isOpen: boolean): Promise<void> {
	const { plan } = entry.stored;
	const node = { kind: 'export', account, entry } as const;
	const counts = [
		describeRecordCount(outcome.rows),
		formatBytes(outcome.bytes),
		formatDuration(outcome.durationMs),
		describeProof(outcome.proof).label,
	].join(' · ');
	const summary = l10n.t('Exported {0}: {1}.', applicationName(plan), counts);
	if (isOpen && plan.view === 'results') {
		showStatus(summary);
		return;
	}
	const notes = describeFlags(outcome.flags, plan.limit)
		.filter(({ flag }) => flag !== 'empty')
		.map(({ meaning }) => meaning);
	const doubts = describeDoubts(alarmingDoubts(outcome));
	const open = { label: l10n.t('Open'), run: () => runCommand('appErrors.openExport', node) };
	const verify = { label: l10n.t('Verify'), run: () => runCommand('appErrors.verifyExport', node) };
	if (outcome.rows === 0) {
		await warn(
			[l10n.t('No records found for {0}.', applicationName(plan)), ...likelyReasons(entry), ...notes],
			changeOf(account, plan),
		);
	} else if (notes.length + doubts.length > 0) {
		const action = notes.length > 0 ? changeOf(account, plan) : verify;
		await warn([summary, ...notes, ...doubts], isOpen ? action : open);
	} else if (isOpen) {
		void showInformation(summary);
	} else {
		await follow(open, showInformation(summary, open.label));
	}
}

function warn(sentences: readonly string[], offer: Offer): Promise<void> {
	return follow(offer, showWarning(sentences.join(' '), offer.label));
}

async function follow(offer: Offer, chosen: Thenable<string | undefined>): Promise<void> {
	if ((await chosen) === offer.label) {
		await offer.run();
	}
}

function changeOf(account: Account, { application }: Plan): Offer {
	const node: ApplicationNode = {
		kind: 'application',
		account,
		application: { ...application, details: [] },
		pinned: false,
		added: false,
		listed: true,
	};
	return { label: l10n.t('Change Export…'), run: () => runCommand('appErrors.exportErrors', node) };
}

function likelyReasons({ stored: { plan, question } }: ExportEntry): string[] {
	const range = l10n.t(
		'No records match {0} ({1}).',
		describeDates(question.since, question.until),
		describeDateDimension(question.dateDimension),
	);
	const reasons = [
		plan.filters.length > 0 ? l10n.t('the filters ({0})', describeFilters(plan.filters).join(', ')) : undefined,
		l10n.t('no errors in this range'),
		plan.dateDimension === 'receive'
			? l10n.t('the range uses server time (errors may have happened in this range but arrived later)')
			: l10n.t('the range uses device time (errors may have arrived in this range but happened earlier)'),
		l10n.t('a different application'),
	];
	return [range, l10n.t('Possible reasons: {0}.', reasons.filter((reason) => reason !== undefined).join('; '))];
}

export type ExportOf = Pick<ExportNode, 'account' | 'entry'>;
