import * as vscode from 'vscode';
import { DisposableOwner } from '../../shared/disposables';
import type { FileChange } from '../../shared/results';

type State = Pick<vscode.FileStat, 'size' | 'mtime'> | undefined;

export class FileChanges extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<FileChange>());
	readonly onDidChange = this.changed.event;
	private seen: Promise<State> | undefined;

	constructor(private readonly file: vscode.Uri) {
		super();
		// The folder is watched, because a glob pattern for the file would interpret special characters in its name.
		const folder = new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*');
		const watcher = this.owned.add(vscode.workspace.createFileSystemWatcher(folder));
		const checkIfSame = (uri: vscode.Uri) => {
			if (uri.toString() === file.toString()) {
				void this.check();
			}
		};
		this.owned.add(watcher.onDidChange(checkIfSame));
		this.owned.add(watcher.onDidCreate(checkIfSame));
		this.owned.add(watcher.onDidDelete(checkIfSame));
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
