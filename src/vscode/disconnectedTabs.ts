import * as vscode from 'vscode';

/** Time in milliseconds within which VS Code connects the page of a visible tab, even on a slow machine. */
const connectsWithinMs = 10_000;

/** Reopens visible tabs whose pages were disconnected by a restart of the extension host. Reopens each tab once. */
export function reopenDisconnected(
	isDisconnected: (tab: vscode.Tab) => boolean,
	reopen: (tab: vscode.Tab) => Promise<void>,
	onFault: (error: unknown) => void,
): vscode.Disposable {
	const { tabGroups } = vscode.window;
	const before = new Set(tabGroups.all.flatMap(({ tabs }) => tabs));
	let timer: NodeJS.Timeout | undefined;
	const check = async () => {
		for (const { activeTab } of tabGroups.all) {
			if (activeTab && isDisconnected(activeTab) && before.delete(activeTab)) {
				await reopen(activeTab);
			}
		}
	};
	const checkSoon = () => {
		clearTimeout(timer);
		timer = setTimeout(() => check().catch(onFault), connectsWithinMs);
	};
	const changes = [tabGroups.onDidChangeTabs(checkSoon), tabGroups.onDidChangeTabGroups(checkSoon)];
	checkSoon();
	return vscode.Disposable.from(...changes, new vscode.Disposable(() => clearTimeout(timer)));
}
