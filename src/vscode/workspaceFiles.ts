import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import { DisposableStore } from '../shared/disposables';

/* A repository may contain files that were made to do harm, so links are not followed and sizes are limited. */

/** Time in milliseconds within which file events are combined. A checkout changes many files at once. */
const throttleMs = 200;

/** Returns the URI of a nested folder, or undefined if one of the folders doesn't exist or is a link. */
export async function findFolder(base: vscode.Uri, names: readonly string[]): Promise<vscode.Uri | undefined> {
	let folder = base;
	for (const name of names) {
		folder = vscode.Uri.joinPath(folder, name);
		const type = await typeOf(folder);
		if (type !== vscode.FileType.Directory) {
			return undefined;
		}
	}
	return folder;
}

/**
 * Creates a nested folder.
 * @throws AppError `disk` if a file or a link has the name of a folder
 */
export async function makeFolder(base: vscode.Uri, names: readonly string[]): Promise<vscode.Uri> {
	let folder = base;
	for (const name of names) {
		folder = vscode.Uri.joinPath(folder, name);
		const type = await typeOf(folder);
		if (type === undefined) {
			await onDisk(folder, vscode.workspace.fs.createDirectory(folder));
		} else if (type !== vscode.FileType.Directory) {
			throw new AppError({ kind: 'disk', fault: 'exists', path: shownPath(folder), code: 'EEXIST' });
		}
	}
	return folder;
}

/**
 * Writes a text file.
 * @throws AppError `disk` if a folder or a link has the name of the file, or if writing fails
 */
export async function writeText(file: vscode.Uri, text: string): Promise<void> {
	const type = await typeOf(file);
	if (type !== undefined && type !== vscode.FileType.File) {
		throw new AppError({ kind: 'disk', fault: 'exists', path: shownPath(file), code: 'EEXIST' });
	}
	await onDisk(file, vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text)));
}

export async function deleteFile(file: vscode.Uri): Promise<void> {
	if ((await typeOf(file)) !== undefined) {
		await onDisk(file, vscode.workspace.fs.delete(file));
	}
}

async function onDisk(uri: vscode.Uri, done: Thenable<void>): Promise<void> {
	try {
		await done;
	} catch (error) {
		const code = error instanceof vscode.FileSystemError ? error.code : '';
		const fault = code === 'NoPermissions' ? 'denied' : 'other';
		throw new AppError({ kind: 'disk', fault, path: shownPath(uri), code });
	}
}

function shownPath(uri: vscode.Uri): string {
	return vscode.workspace.asRelativePath(uri);
}

export async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
	try {
		return (await vscode.workspace.fs.stat(uri)).type;
	} catch {
		return undefined;
	}
}

/** Returns a file's text, or undefined if the file is larger than `maxBytes`. */
export async function readText(file: vscode.Uri, maxBytes: number): Promise<string | undefined> {
	const { size } = await vscode.workspace.fs.stat(file);
	return size > maxBytes ? undefined : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

/** Watches the folder at a relative path in each workspace folder. Watching begins with the first call of `start`. */
export class WatchedFolder implements vscode.Disposable {
	private watchers: DisposableStore | undefined;
	private pending: NodeJS.Timeout | undefined;

	/** @param onEvent Called for each event, unlike `onChange`, which is called once for several events */
	constructor(
		private readonly folder: string,
		private readonly onEvent: () => void,
		private readonly onChange: () => void,
	) {}

	start(): void {
		if (this.watchers) {
			return;
		}
		const watchers = new DisposableStore();
		this.watchers = watchers;
		const noteChange = () => {
			this.onEvent();
			// The timer isn't restarted, because files could change so often that it never ends.
			this.pending ??= setTimeout(() => {
				this.pending = undefined;
				this.onChange();
			}, throttleMs);
		};
		for (const folder of vscode.workspace.workspaceFolders ?? []) {
			// The pattern includes the folder itself, because deleting the folder fires no events for its files.
			const pattern = new vscode.RelativePattern(folder, `{${this.folder},${this.folder}/**}`);
			const watcher = watchers.add(vscode.workspace.createFileSystemWatcher(pattern));
			for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
				watchers.add(event(noteChange));
			}
		}
		watchers.add(
			vscode.workspace.onDidChangeWorkspaceFolders(() => {
				watchers.dispose();
				this.watchers = undefined;
				noteChange();
			}),
		);
	}

	dispose(): void {
		clearTimeout(this.pending);
		this.watchers?.dispose();
	}
}
