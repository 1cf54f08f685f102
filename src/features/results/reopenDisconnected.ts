import * as vscode from 'vscode';
import { openRecords } from '../../services/openRecords';
import { DisposableStore } from '../../shared/disposables';
import { recordsShownIn } from '../../vscode/openFiles';

/** Time within which the editor connects the page of a visible tab, even on a slow machine. */
const connectsWithinMs = 5_000;

/**
 * Reopens visible tabs whose page has no connection. After a restart of the extension host, the editor keeps the pages
 * of the previous one, which no longer receive answers.
 */
export function reopenDisconnected(
	isConnected: (file: vscode.Uri) => boolean,
	onFault: (error: unknown) => void,
): vscode.Disposable {
	const { tabGroups } = vscode.window;
	const store = new DisposableStore();
	const looked = new Set<string>();
	const reopen = async (file: vscode.Uri) => {
		const shown = tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []);
		const tab = shown.find((candidate) => recordsShownIn(candidate)?.toString() === file.toString());
		if (tab && !isConnected(file)) {
			const { viewColumn } = tab.group;
			await tabGroups.close(tab, true);
			await openRecords(file, 'results', viewColumn);
		}
	};
	const look = () => {
		for (const { activeTab } of tabGroups.all) {
			const file = recordsShownIn(activeTab);
			if (file && !isConnected(file) && !looked.has(file.toString())) {
				looked.add(file.toString());
				const timer = setTimeout(() => reopen(file).catch(onFault), connectsWithinMs);
				store.add({ dispose: () => clearTimeout(timer) });
			}
		}
	};
	store.add(tabGroups.onDidChangeTabs(look));
	store.add(tabGroups.onDidChangeTabGroups(look));
	look();
	return store;
}
