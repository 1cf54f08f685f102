import * as vscode from 'vscode';
import type { ExportLibrary } from '../../services/exportLibrary';
import { DisposableStore } from '../../shared/disposables';
import { recordFoldersOf, tabsBelow } from '../../vscode/openFiles';

/**
 * Tells which exports and kept records are open in this window, so that no window deletes them for their age, or parts of
 * them that others took the place of. An export that is shown as
 * text in a window in which the extension was not started yet is not told.
 */
export class OpenExports implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private told = '';
	private looking = Promise.resolve();

	constructor(
		private readonly exports: Pick<ExportLibrary, 'roots' | 'markOpen'>,
		private readonly onFault: (error: unknown) => void,
	) {
		this.store.add(vscode.window.tabGroups.onDidChangeTabs(() => this.look()));
		this.look();
	}

	/** Also those sent before: an engine that restarts has forgotten them. */
	async tell(): Promise<void> {
		await this.exports.markOpen(await this.openFolders());
	}

	dispose(): void {
		this.store.dispose();
	}

	private look(): void {
		this.looking = this.looking.then(() => this.tellChanges()).catch(this.onFault);
	}

	private async tellChanges(): Promise<void> {
		const folders = await this.openFolders();
		const telling = folders.join('\n');
		if (telling !== this.told) {
			this.told = telling;
			await this.exports.markOpen(folders);
		}
	}

	private async openFolders(): Promise<readonly string[]> {
		const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
		if (tabs.flatMap(recordFoldersOf).length === 0) {
			// Mostly so, and known without the disk.
			return [];
		}
		const folders = (await tabsBelow(this.exports.roots)).flatMap(recordFoldersOf);
		return [...new Set(folders)].sort();
	}
}
