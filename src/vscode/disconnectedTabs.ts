import * as vscode from 'vscode';

/** Time within which the editor connects the page of a visible tab, even on a slow machine. */
const connectsWithinMs = 5_000;
/** Maximum number of tabs that are reopened, in case the editor can't connect a page at all. */
const maxReopened = 20;

/**
 * Reopens visible tabs whose page has no connection. After a restart of the extension host, the editor keeps the pages
 * of the previous one, which no longer receive answers.
 */
export function reopenDisconnected(
	isDisconnected: (tab: vscode.Tab) => boolean,
	reopen: (tab: vscode.Tab) => Promise<void>,
	onFault: (error: unknown) => void,
): vscode.Disposable {
	const { tabGroups } = vscode.window;
	let timer: NodeJS.Timeout | undefined;
	let reopened = 0;
	const check = async () => {
		for (const { activeTab } of tabGroups.all) {
			if (activeTab && isDisconnected(activeTab) && reopened < maxReopened) {
				reopened++;
				await reopen(activeTab);
			}
		}
	};
	const look = () => {
		clearTimeout(timer);
		timer = setTimeout(() => check().catch(onFault), connectsWithinMs);
	};
	const changes = [tabGroups.onDidChangeTabs(look), tabGroups.onDidChangeTabGroups(look)];
	look();
	return vscode.Disposable.from(...changes, new vscode.Disposable(() => clearTimeout(timer)));
}
