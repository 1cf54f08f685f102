import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { chooseOther, chooseVersions, pickRecords } from './chooseSides';
import { type ComparedRecords, recordsGiven } from './comparedRecords';
import { ComparisonDocuments } from './comparisonDocuments';
import { comparisonReport } from './comparisonReport';
import { type ChosenComparison, runComparison } from './runComparison';
import { saveComparison } from './saveComparison';

const { l10n } = vscode;

/** The built-in extension that shows Markdown as it is meant to be read. */
const markdownExtension = 'vscode.markdown-language-features';

/** What changed between two selections of records. */
export function register(services: Services) {
	const { commands } = services;
	const store = new DisposableStore();
	const documents = new ComparisonDocuments();
	const compare = async (
		what: Parameters<typeof recordsGiven>[1],
		choose: (services: Services, records: ComparedRecords) => Promise<ChosenComparison | undefined>,
	) => {
		const records = (await recordsGiven(services, what)) ?? (await pickRecords(services));
		const chosen = records && (await choose(services, records));
		if (chosen) {
			const text = comparisonReport(await runComparison(services, chosen));
			const title = l10n.t('What changed: {0}', chosen.application);
			await show(documents.add({ title, sides: `${chosen.before.label} → ${chosen.after.label}`, text }));
		}
	};
	store.add(commands.register('appErrors.compareWith', (what) => compare(what, chooseOther)));
	store.add(commands.register('appErrors.compareVersions', (what) => compare(what, chooseVersions)));
	store.add(commands.register('appErrors.saveComparison', () => saveComparison(documents)));
	return { documents, dispose: () => store.dispose() };
}

async function show(uri: vscode.Uri): Promise<void> {
	if (vscode.extensions.getExtension(markdownExtension)) {
		await vscode.commands.executeCommand('markdown.showPreview', uri);
	} else {
		await vscode.window.showTextDocument(uri, { preview: false });
	}
}
