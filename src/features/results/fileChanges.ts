import * as vscode from 'vscode';
import { DisposableStore } from '../../vscode/disposables';

/** Tells when a file is no more what it was when it was looked at. */
export class FileChanges implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private seen: Promise<string> | undefined;

	constructor(private readonly file: vscode.Uri) {
		// A pattern of the file's own name would read its brackets and stars as a pattern too.
		const folder = new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*');
		const watcher = this.store.add(vscode.workspace.createFileSystemWatcher(folder));
		const look = (uri: vscode.Uri) => {
			if (uri.toString() === file.toString()) {
				void this.check();
			}
		};
		this.store.add(watcher.onDidChange(look));
		this.store.add(watcher.onDidCreate(look));
		this.store.add(watcher.onDidDelete(look));
	}

	/** What the file is from now on counts as unchanged. */
	look(): void {
		this.seen = this.state();
	}

	/**
	 * Looks again. Events alone are not enough: they tell of what was written before the look and of other things than the
	 * content, and nothing of the time before the editor watches.
	 */
	async check(): Promise<void> {
		const { seen } = this;
		const changed = seen && (await seen) !== (await this.state());
		// What it was looked at anew for meanwhile is known.
		if (changed && seen === this.seen) {
			this.changed.fire();
		}
	}

	dispose(): void {
		this.store.dispose();
	}

	private async state(): Promise<string> {
		try {
			const { size, mtime } = await vscode.workspace.fs.stat(this.file);
			return `${size} ${mtime}`;
		} catch {
			return 'gone';
		}
	}
}
