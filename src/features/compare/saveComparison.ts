import * as vscode from 'vscode';
import { comparisonScheme } from '../../ids';
import { showInformation, showStatus } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import type { ComparisonDocuments } from './comparisonDocuments';

const { l10n } = vscode;

/** Writes a comparison to a file: the one whose text is shown, else one that the person chooses where there are several. */
export async function saveComparison(documents: ComparisonDocuments): Promise<void> {
	const report = await chooseReport(documents);
	if (!report) {
		return;
	}
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const target = await vscode.window.showSaveDialog({
		title: l10n.t('Save report of comparison'),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, report.uri.path.slice(1)) }),
		filters: { Markdown: ['md'] },
	});
	if (target) {
		await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(report.text));
		showStatus(l10n.t('Saved to {0}', vscode.workspace.asRelativePath(target)));
	}
}

async function chooseReport({ all }: ComparisonDocuments): Promise<ComparisonDocuments['all'][number] | undefined> {
	const shown = vscode.window.activeTextEditor?.document.uri;
	const [latest, ...others] = all;
	if (!latest) {
		void showInformation(l10n.t('Nothing was compared yet. Compare With… on an export begins with it.'));
		return undefined;
	}
	const active = shown?.scheme === comparisonScheme && all.find(({ uri }) => uri.toString() === shown.toString());
	if (active || others.length === 0) {
		return active || latest;
	}
	const answer = await pickOne({
		title: l10n.t('Save report of comparison'),
		placeholder: l10n.t('Choose the comparison, the newest first'),
		items: all.map((report) => ({ label: report.title, description: report.sides, value: report })),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}
