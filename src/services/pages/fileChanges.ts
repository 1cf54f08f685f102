import * as vscode from 'vscode';
import { DisposableStore } from '../../shared/disposables';
import type { FileChange } from '../../shared/results';

/** Undefined when there is none. */
type State = Pick<vscode.FileStat, 'size' | 'mtime'> | undefined;

/** Tells when a file is no more what it was when it was looked at. */
export class FileChanges implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<FileChange>());
	readonly onDidChange = this.changed.event;
	private seen: Promise<State> | undefined;

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
		const change = seen && changeOf(await seen, await this.state());
		// What it was looked at anew for meanwhile is known.
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
