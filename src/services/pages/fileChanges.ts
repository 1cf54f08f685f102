import * as vscode from 'vscode';
import { DisposableStore } from '../../shared/disposables';
import type { FileChange } from '../../shared/results';

type State = Pick<vscode.FileStat, 'size' | 'mtime'> | undefined;

export class FileChanges implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<FileChange>());
	readonly onDidChange = this.changed.event;
	private seen: Promise<State> | undefined;

	constructor(private readonly file: vscode.Uri) {
		// The folder is watched, because a glob pattern for the file would interpret special characters in its name.
		const folder = new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*');
		const watcher = this.store.add(vscode.workspace.createFileSystemWatcher(folder));
		const checkIfSame = (uri: vscode.Uri) => {
			if (uri.toString() === file.toString()) {
				void this.check();
			}
		};
		this.store.add(watcher.onDidChange(checkIfSame));
		this.store.add(watcher.onDidCreate(checkIfSame));
		this.store.add(watcher.onDidDelete(checkIfSame));
	}

	remember(): void {
		this.seen = this.state();
	}

	/** Checks whether the content of the file has changed, because file events alone are not reliable. */
	async check(): Promise<void> {
		const { seen } = this;
		const change = seen && changeOf(await seen, await this.state());
		// If `seen` has been replaced in the meantime, the change is already known.
		if (change && seen === this.seen) {
			this.changed.fire(change);
		}
	}

	dispose(): void {
		this.store.dispose();
	}

	private async state(): Promise<State> {
		try {
			return await vscode.workspace.fs.stat(this.file);
		} catch {
			return undefined;
		}
	}
}

function changeOf(seen: State, now: State): FileChange | undefined {
	if (!now) {
		return seen && 'gone';
	}
	if (seen && now.size < seen.size) {
		return 'shortened';
	}
	return now.size === seen?.size && now.mtime === seen.mtime ? undefined : 'changed';
}
