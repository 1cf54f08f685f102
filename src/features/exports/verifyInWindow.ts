import * as vscode from 'vscode';
import type { ExportEntry, Outcome } from '../../core/export/model/entry';
import { wholeFile } from '../../services/openRecords';
import { showInformation, showStatus, showWarning } from '../../vscode/messages';
import { describeDoubts, describeProof } from '../../wording/outcomeMessages';
import { applicationName } from '../../wording/planMessages';
import type { ExportOf } from './closingMessage';
import { type ExportServices, resumeInWindow } from './runInWindow';
import { runWithProgress } from './runWithProgress';

const { l10n } = vscode;

export async function verifyInWindow(services: ExportServices, { account, entry }: ExportOf): Promise<void> {
	const { plan, zone } = entry.stored;
	const ending = await runWithProgress(
		services,
		{ account, plan, zone, folder: entry.folder, purpose: 'verify' },
		(options) => services.exports.verify({ account, entry, interactive: true }, options),
	);
	if (ending.kind === 'failed') {
		throw ending.error;
	}
	if (ending.kind !== 'whole' || !ending.entry.outcome) {
		return;
	}
	const verified = ending.entry;
	const fetch = l10n.t('Fetch Missing Records');
	if ((await tell(verified, ending.entry.outcome, verified.resumable ? [fetch] : [])) === fetch) {
		await resumeInWindow(services, { account, entry: verified });
	}
}

/** If the results view is visible, only the status bar shows the result, because the view has the details. */
async function tell(entry: ExportEntry, { proof, doubts }: Outcome, actions: string[]): Promise<string | undefined> {
	const { label, meaning } = describeProof(proof);
	const summary = l10n.t('{0}: {1}.', applicationName(entry.stored.plan), label);
	if (isResultsViewInSight(entry)) {
		showStatus(summary, proof === 'cut' ? 'warning' : 'check');
		return undefined;
	}
	const words = [summary, meaning, ...describeDoubts(doubts)].join(' ');
	if (proof === 'cut') {
		return showWarning(words, ...actions);
	}
	void showInformation(words);
	return undefined;
}

function isResultsViewInSight(entry: ExportEntry): boolean {
	const shown = wholeFile(entry).file.toString();
	return vscode.window.tabGroups.all.some(
		({ activeTab }) => activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.uri.toString() === shown,
	);
}
