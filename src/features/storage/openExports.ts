import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { isExportFolderName } from '../../core/export/names';
import type { ExportLibrary } from '../../services/exportLibrary';
import { DisposableStore } from '../../vscode/disposables';
import { filesOf, tabsBelow } from '../../vscode/openFiles';

/**
 * Tells which exports are open in this window, so that no window deletes them for their age. An export that is shown as
 * text in a window in which the extension was not started yet is not told.
 */
export class OpenExports implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private told = '';

	constructor(
		private readonly exports: Pick<ExportLibrary, 'roots' | 'markOpen'>,
		private readonly onFault: (error: unknown) => void,
	) {
		this.store.add(vscode.window.tabGroups.onDidChangeTabs(() => this.look()));
		this.look();
	}

	/** Also what was told already: the engine forgets it when it has to start anew. */
	async tell(): Promise<void> {
		await this.exports.markOpen(this.openFolders());
	}

	dispose(): void {
		this.store.dispose();
	}

	private look(): void {
		const folders = this.openFolders();
		const telling = folders.join('\n');
		if (telling !== this.told) {
			this.told = telling;
			this.exports.markOpen(folders).catch(this.onFault);
		}
	}

	private openFolders(): readonly string[] {
		const files = tabsBelow(this.exports.roots).flatMap(filesOf);
		const folders = files.map(({ fsPath }) => dirname(fsPath));
		return [...new Set(folders)].filter((folder) => isExportFolderName(basename(folder))).sort();
	}
}
