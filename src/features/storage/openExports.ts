import * as vscode from 'vscode';
import type { ExportLibrary } from '../../services/exportLibrary';
import { DisposableOwner } from '../../shared/disposables';
import { getRecordFolders, tabsBelow } from '../../vscode/openFiles';

/** Reports to the engine which exports and synced records are open, so that other windows don't delete their files. */
export class OpenExports extends DisposableOwner {
	private reported = '';
	private checking = Promise.resolve();

	constructor(
		private readonly exports: Pick<ExportLibrary, 'roots' | 'markOpen'>,
		private readonly onFault: (error: unknown) => void,
	) {
		super();
		this.owned.add(vscode.window.tabGroups.onDidChangeTabs(() => this.checkForChanges()));
		this.checkForChanges();
	}

	/** Reports all open folders again, because a restarted engine doesn't know the earlier reports. */
	async reportAgain(): Promise<void> {
		await this.exports.markOpen(await this.openFolders());
	}

	private checkForChanges(): void {
		this.checking = this.checking.then(() => this.notifyChanges()).catch(this.onFault);
	}

	private async notifyChanges(): Promise<void> {
		const folders = await this.openFolders();
		const list = folders.join('\n');
		if (list !== this.reported) {
			this.reported = list;
			await this.exports.markOpen(folders);
		}
	}

	private async openFolders(): Promise<readonly string[]> {
		const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
		if (tabs.flatMap(getRecordFolders).length === 0) {
			// Avoids disk access in windows without exports, which are most windows.
			return [];
		}
		const folders = (await tabsBelow(this.exports.roots)).flatMap(getRecordFolders);
		return [...new Set(folders)].sort();
	}
}
