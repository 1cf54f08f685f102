import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { isIndexed } from '../../core/stack/locate/sourceFiles';
import { type IndexedPath, SourceIndex } from '../../core/stack/locate/sourceIndex';
import { DisposableStore } from '../../shared/disposables';
import { listSources } from './sourceListing';

/** Files that are looked at; the names of so many take some 30 MB. */
const maxIndexedFiles = 200_000;

/** A checkout of a branch or a build touches many files at once (ms). */
const burst = 300;
/** More changes at once are cheaper to find anew than to follow. */
const maxChanges = 5_000;

/**
 * The names of the workspace's sources: listed once, when first asked for, with one search over all folders, and
 * followed from then on. `files.exclude` and the folders of dependencies and builds are left out.
 */
export class WorkspaceIndex implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** Files came or went. */
	readonly onDidChange = this.changed.event;

	private index = new SourceIndex([]);
	private watching = false;
	private building: Promise<void> | undefined;
	/** The listing under way. */
	private looking: Promise<void> | undefined;
	private search: vscode.CancellationTokenSource | undefined;
	/** Folders with files of the index somewhere in them. */
	private folders: ReadonlySet<string> = new Set();
	/** What came and went since the last look, by its address. */
	private readonly pending = new Map<string, Change>();
	private timer: NodeJS.Timeout | undefined;

	/** What is known by now. */
	get current(): SourceIndex {
		return this.index;
	}

	/** Whether the files are being listed: what the index lacks may be there. */
	get isLooking(): boolean {
		return this.looking !== undefined;
	}

	/** Fulfilled when the index holds the workspace; the first call starts it. */
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

	/** A file that was thought to be there is not. */
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
		// When a folder is moved or deleted only the folder is reported: watching sources alone is not enough.
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
		this.looking = building;
		building.catch(() => {
			// Those who wait for it get the error, and the next call starts again.
			if (this.building === building) {
				this.building = undefined;
				this.looking = undefined;
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
				// Another one has begun.
				return this.building;
			}
			const places = files.flatMap((uri) => placeOf(uri) ?? []);
			this.folders = foldersOf(places);
			this.index = new SourceIndex(
				folders.map(({ uri, name }) => ({ uri: withoutSlash(uri.toString()), name })),
				places,
				capped,
			);
			this.looking = undefined;
			this.changed.fire();
		} finally {
			search.dispose();
		}
	}

	private note(uri: vscode.Uri, there: boolean): void {
		const place = placeOf(uri);
		const isFolder = place && !isIndexed(place.path) && (there ? mayBeFolder(place) : this.folders.has(keyOf(place)));
		if (place && (isFolder || isIndexed(place.path))) {
			this.pending.set(uri.toString(), { uri, place, there });
			this.timer ??= setTimeout(() => void this.apply(), burst);
		}
	}

	private async apply(): Promise<void> {
		// Places count the folders that are open now, and so does the index that is being made for them.
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

/** Something that came, is no source, and lies where sources would be looked at. */
function mayBeFolder({ path }: IndexedPath): boolean {
	return !baseName(path).includes('.') && isIndexed(`${path}/a.kt`);
}

/** Whether a folder came or went: the files in it are not told one by one. */
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

/** All folders that the files are in, below those of the workspace. */
function foldersOf(places: readonly IndexedPath[]): ReadonlySet<string> {
	const folders = new Set<string>();
	for (const { folder, path } of places) {
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			const key = keyOf({ folder, path: path.slice(0, end) });
			if (folders.has(key)) {
				break;
			}
			folders.add(key);
		}
	}
	return folders;
}

function keyOf({ folder, path }: IndexedPath): string {
	return `${folder}/${path}`;
}

function placeOf(uri: vscode.Uri): IndexedPath | undefined {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	return folder && { folder: folder.index, path: uri.path.slice(withoutSlash(folder.uri.path).length + 1) };
}

function withoutSlash(text: string): string {
	return text.endsWith('/') ? text.slice(0, -1) : text;
}
