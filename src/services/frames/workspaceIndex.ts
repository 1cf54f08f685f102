import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { isIndexed } from '../../core/stack/locate/sourceFiles';
import { type IndexedPath, SourceIndex } from '../../core/stack/locate/sourceIndex';
import { DisposableStore } from '../../shared/disposables';
import { listSources } from './sourceListing';

/** Maximum number of indexed files. The names of this many files occupy about 30 MB. */
const maxIndexedFiles = 200_000;

/** Time in milliseconds within which changes are combined. A build or a checkout changes many files at once. */
const throttleMs = 300;
/** Maximum number of changes that are applied one by one. If there are more, all files are listed again. */
const maxChanges = 5_000;

/** Index of source files in the workspace. Omits dependencies, build output, and files in `files.exclude`. */
export class WorkspaceIndex implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;

	private index = new SourceIndex([]);
	private watching = false;
	private building: Promise<void> | undefined;
	private updating: Promise<void> | undefined;
	private search: vscode.CancellationTokenSource | undefined;
	/** Folders that contain indexed files, directly or in subfolders. */
	private folders: ReadonlySet<string> = new Set();
	private readonly pending = new Map<string, Change>();
	private timer: NodeJS.Timeout | undefined;

	get current(): SourceIndex {
		return this.index;
	}

	get isLooking(): boolean {
		return this.updating !== undefined;
	}

	get ready(): Promise<void> {
		if (!this.building) {
			if (!this.watching) {
				this.watching = true;
				this.watch();
			}
			this.rebuild();
		}
		return this.building ?? Promise.resolve();
	}

	missing(uri: vscode.Uri): void {
		this.note(uri, false);
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.search?.cancel();
		this.store.dispose();
	}

	private watch(): void {
		const { workspace } = vscode;
		// Folders are also watched, because VS Code doesn't report each file in a moved or deleted folder.
		const watcher = this.store.add(workspace.createFileSystemWatcher('**', false, true, false));
		this.store.add(watcher.onDidCreate((uri) => this.note(uri, true)));
		this.store.add(watcher.onDidDelete((uri) => this.note(uri, false)));
		this.store.add(workspace.onDidChangeWorkspaceFolders(() => this.rebuild()));
		this.store.add(
			workspace.onDidChangeConfiguration((event) => {
				if (event.affectsConfiguration('files.exclude')) {
					this.rebuild();
				}
			}),
		);
	}

	private rebuild(): void {
		const building = this.build();
		this.building = building;
		this.updating = building;
		building.catch(() => {
			// Current callers receive the error. The next call starts indexing again.
			if (this.building === building) {
				this.building = undefined;
				this.updating = undefined;
				this.changed.fire();
			}
		});
	}

	private async build(): Promise<void> {
		this.search?.cancel();
		const search = new vscode.CancellationTokenSource();
		this.search = search;
		this.pending.clear();
		const folders = vscode.workspace.workspaceFolders ?? [];
		try {
			const { files, capped } = await listSources(maxIndexedFiles, search.token);
			if (search.token.isCancellationRequested) {
				return this.building;
			}
			const places = files.flatMap((uri) => getPlace(uri) ?? []);
			this.folders = foldersOf(places);
			this.index = new SourceIndex(
				folders.map(({ uri, name }) => ({ uri: withoutSlash(uri.toString()), name })),
				places,
				capped,
			);
			this.updating = undefined;
			this.changed.fire();
		} finally {
			search.dispose();
		}
	}

	private note(uri: vscode.Uri, there: boolean): void {
		const place = getPlace(uri);
		const isFolder = place && !isIndexed(place.path) && (there ? mayBeFolder(place) : this.folders.has(getKey(place)));
		if (place && (isFolder || isIndexed(place.path))) {
			this.pending.set(uri.toString(), { uri, place, there });
			this.timer ??= setTimeout(() => void this.apply(), throttleMs);
		}
	}

	private async apply(): Promise<void> {
		// Created and deleted files are added to and removed from the index only after it has been built, because indexed
		// paths contain the positions of the open folders, which can change with each build.
		await this.building?.catch(() => undefined);
		this.timer = undefined;
		const changes = [...this.pending.values()];
		this.pending.clear();
		if (changes.length > maxChanges || (await someFolder(changes))) {
			this.rebuild();
			return;
		}
		let different = false;
		for (const { place, there } of changes) {
			if (this.index.has(place) !== there) {
				different = true;
				if (!there) {
					this.index.remove(place);
				} else if (this.index.size < maxIndexedFiles) {
					this.index.add(place);
				}
			}
		}
		if (different) {
			this.changed.fire();
		}
	}
}

interface Change {
	readonly uri: vscode.Uri;
	readonly place: IndexedPath;
	readonly there: boolean;
}

/** Returns true if the path may be a folder with source files: it has no file extension and is not excluded. */
function mayBeFolder({ path }: IndexedPath): boolean {
	return !baseName(path).includes('.') && isIndexed(`${path}/a.kt`);
}

/** Returns true if a folder was added or deleted. VS Code doesn't report each file in such a folder. */
async function someFolder(changes: readonly Change[]): Promise<boolean> {
	for (const { uri, place, there } of changes) {
		if (!isIndexed(place.path)) {
			const isFolder = there ? await vscode.workspace.fs.stat(uri).then(isDirectory, () => false) : true;
			if (isFolder) {
				return true;
			}
		}
	}
	return false;
}

function isDirectory({ type }: vscode.FileStat): boolean {
	return (type & vscode.FileType.Directory) !== 0;
}

function foldersOf(places: readonly IndexedPath[]): ReadonlySet<string> {
	const folders = new Set<string>();
	for (const { folder, path } of places) {
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			const key = getKey({ folder, path: path.slice(0, end) });
			if (folders.has(key)) {
				break;
			}
			folders.add(key);
		}
	}
	return folders;
}

function getKey({ folder, path }: IndexedPath): string {
	return `${folder}/${path}`;
}

function getPlace(uri: vscode.Uri): IndexedPath | undefined {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	return folder && { folder: folder.index, path: uri.path.slice(withoutSlash(folder.uri.path).length + 1) };
}

function withoutSlash(text: string): string {
	return text.endsWith('/') ? text.slice(0, -1) : text;
}
