import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { TriageEdit } from '../../core/triage/editGroup';
import { maxTriageBytes, parseTriage } from '../../core/triage/parseTriage';
import { serializeTriage } from '../../core/triage/serializeTriage';
import { type InvalidTriageFile, TriageEntries, type TriageFile } from '../../core/triage/triageEntries';
import { isApplicationName, isTriageFile, maxTriageFiles, triageFolders } from '../../core/triage/triageFolder';
import { DisposableStore } from '../../shared/disposables';

/** A checkout changes many files at once. Its events are combined within this time. */
const debounceMs = 200;
/** Number of files that are read at the same time. */
const concurrentReads = 50;

interface FolderContent {
	readonly files: readonly TriageFile[];
	readonly invalid: readonly InvalidTriageFile[];
	readonly isCapped: boolean;
}

/**
 * Triage files in the workspace, and in the extension's storage for files that were written without a workspace.
 * Files can come from a repository, so links are not followed and sizes are limited.
 */
export class TriageFiles implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** Fires when triage files were added, changed or deleted, also by other programs. */
	readonly onDidChange = this.changed.event;
	private readonly known = new Map<string, Promise<TriageEntries>>();
	private watchers: DisposableStore | undefined;
	private pending: NodeJS.Timeout | undefined;

	constructor(private readonly storage: vscode.Uri) {}

	async entries(application: string): Promise<TriageEntries> {
		if (!isApplicationName(application)) {
			return new TriageEntries([]);
		}
		this.watch();
		const known = this.known.get(application) ?? this.read(application);
		this.known.set(application, known);
		try {
			return await known;
		} catch (error) {
			this.invalidate();
			throw error;
		}
	}

	/** Returns the files that are only in the extension's storage, although a workspace folder is open. */
	async filesToMove(application: string): Promise<readonly TriageFile[]> {
		const base = await this.base(application);
		if (!base) {
			return [];
		}
		const { files } = await readFolder(base, application);
		const known = new Set(files.map(({ id }) => id));
		const stored = await readFolder(this.storage, application);
		return stored.files.filter(({ id }) => !known.has(id));
	}

	/** @throws AppError `disk` */
	async change(application: string, edits: readonly TriageEdit[]): Promise<void> {
		const base = (await this.base(application)) ?? this.storage;
		const names = [...triageFolders, application];
		try {
			const folder = await makeFolder(base, names);
			for (const { id, document, replaces } of edits) {
				if (document) {
					await writeText(vscode.Uri.joinPath(folder, `${id}.json`), serializeTriage(document));
				}
				const outdated = [...(document ? [] : [id]), ...(replaces === undefined ? [] : [replaces])];
				for (const name of outdated) {
					await deleteFile(vscode.Uri.joinPath(folder, `${name}.json`));
				}
				if (base !== this.storage) {
					for (const name of [id, ...outdated]) {
						await deleteFile(vscode.Uri.joinPath(this.storage, ...names, `${name}.json`));
					}
				}
			}
		} finally {
			this.invalidate();
			this.changed.fire();
		}
	}

	dispose(): void {
		clearTimeout(this.pending);
		this.watchers?.dispose();
		this.store.dispose();
	}

	private async read(application: string): Promise<TriageEntries> {
		const base = await this.base(application);
		const { files, invalid, isCapped } = await readFolder(base, application);
		const stored = await readFolder(this.storage, application);
		const known = new Set([...files.map(({ id }) => id), ...invalid.map(({ name }) => name.slice(0, 12))]);
		const others = stored.files.filter(({ id }) => !known.has(id));
		return new TriageEntries([...files, ...others], invalid, isCapped);
	}

	/** Returns the first workspace folder with files of the application, or else with any triage files. */
	private async base(application: string): Promise<vscode.Uri | undefined> {
		const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
		for (const names of [[...triageFolders, application], triageFolders]) {
			for (const folder of folders) {
				if (await findFolder(folder, names)) {
					return folder;
				}
			}
		}
		return folders[0];
	}

	private watch(): void {
		if (this.watchers) {
			return;
		}
		const watchers = new DisposableStore();
		this.watchers = watchers;
		const noteChange = () => {
			this.invalidate();
			clearTimeout(this.pending);
			this.pending = setTimeout(() => this.changed.fire(), debounceMs);
		};
		for (const folder of vscode.workspace.workspaceFolders ?? []) {
			// If a folder is deleted, only its own deletion is reported. The pattern therefore includes the folders.
			const pattern = new vscode.RelativePattern(folder, `{${triageFolders[0]},${triageFolders[0]}/**}`);
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

	private invalidate(): void {
		this.known.clear();
	}
}

/** Returns the URI of nested folders. Undefined if a folder doesn't exist or is a link. */
async function findFolder(base: vscode.Uri, names: readonly string[]): Promise<vscode.Uri | undefined> {
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

/** @throws AppError `disk` if a file or a link has the name of a folder */
async function makeFolder(base: vscode.Uri, names: readonly string[]): Promise<vscode.Uri> {
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

async function writeText(file: vscode.Uri, text: string): Promise<void> {
	const type = await typeOf(file);
	if (type !== undefined && type !== vscode.FileType.File) {
		throw new AppError({ kind: 'disk', fault: 'exists', path: shownPath(file), code: 'EEXIST' });
	}
	await onDisk(file, vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text)));
}

async function deleteFile(file: vscode.Uri): Promise<void> {
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

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
	try {
		return (await vscode.workspace.fs.stat(uri)).type;
	} catch {
		return undefined;
	}
}

async function readFolder(base: vscode.Uri | undefined, application: string): Promise<FolderContent> {
	const folder = base && (await findFolder(base, [...triageFolders, application]));
	if (!folder) {
		return { files: [], invalid: [], isCapped: false };
	}
	const names = (await vscode.workspace.fs.readDirectory(folder))
		.filter(([name, type]) => type === vscode.FileType.File && isTriageFile(name))
		.map(([name]) => name)
		.sort();
	const files: TriageFile[] = [];
	const invalid: InvalidTriageFile[] = [];
	const read = names.slice(0, maxTriageFiles);
	for (let start = 0; start < read.length; start += concurrentReads) {
		const some = read.slice(start, start + concurrentReads);
		const texts = await Promise.all(some.map((name) => readText(vscode.Uri.joinPath(folder, name))));
		for (const [at, name] of some.entries()) {
			const parsed = parseTriage(texts[at] ?? '');
			if (parsed.ok) {
				files.push({ id: name.slice(0, 12), entry: parsed.entry });
			} else {
				const problem = texts[at] === undefined ? ({ kind: 'tooLarge' } as const) : parsed.problem;
				invalid.push({ name, problem });
			}
		}
	}
	return { files, invalid, isCapped: names.length > read.length };
}

/** Undefined if the file is too large. */
async function readText(file: vscode.Uri): Promise<string | undefined> {
	const { size } = await vscode.workspace.fs.stat(file);
	return size > maxTriageBytes ? undefined : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}
