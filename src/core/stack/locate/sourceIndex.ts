import { folded } from '../trace/characters';
import type { SourceFile } from './frameTarget';

interface IndexedFolder {
	/** URI in the editor's format, without a trailing slash: `file:///home/a/shop`. */
	readonly uri: string;
	readonly name: string;
}

export interface IndexedPath {
	readonly folder: number;
	/** Path relative to the folder, with forward slashes and without percent-encoding. */
	readonly path: string;
}

const none = -1;

/**
 * Index of the workspace's source files by the first part of their names, so that `Cart` finds `Cart+Totals.swift`.
 * Lookups ignore case and Unicode normalization, which differ between file systems.
 */
export class SourceIndex {
	readonly capped: boolean;
	readonly folders: readonly IndexedFolder[];

	private readonly first = new Map<string, number>();
	private readonly next: number[] = [];
	private readonly names: string[] = [];
	private readonly directoryOf: number[] = [];
	private readonly directories: { readonly folder: number; readonly path: string }[] = [];
	private readonly directoryIds: Map<string, number>[];
	private readonly free: number[] = [];
	private readonly extensions = new Map<string, number>();

	/** @param files Paths without duplicates */
	constructor(folders: readonly IndexedFolder[], files: Iterable<IndexedPath> = [], capped = false) {
		this.folders = folders;
		this.capped = capped;
		this.directoryIds = folders.map(() => new Map());
		for (const { folder, path } of files) {
			const slash = path.lastIndexOf('/');
			this.insert(path.slice(slash + 1), this.directory(folder, path.slice(0, Math.max(0, slash))));
		}
	}

	get size(): number {
		return this.names.length - this.free.length;
	}

	add({ folder, path }: IndexedPath): void {
		const slash = path.lastIndexOf('/');
		const name = path.slice(slash + 1);
		const directory = this.directory(folder, path.slice(0, Math.max(0, slash)));
		if (directory !== undefined && this.find(name, directory) === undefined) {
			this.insert(name, directory);
		}
	}

	private insert(part: string, directory: number | undefined): void {
		if (part === '' || directory === undefined) {
			return;
		}
		// Copies the name, because a substring would keep the entire path in memory.
		const name = Buffer.from(part).toString();
		const id = this.free.pop() ?? this.names.length;
		const key = stemOf(name);
		this.names[id] = name;
		this.directoryOf[id] = directory;
		this.next[id] = this.first.get(key) ?? none;
		this.first.set(key, id);
		this.count(name, 1);
	}

	remove({ folder, path }: IndexedPath): void {
		const slash = path.lastIndexOf('/');
		const name = path.slice(slash + 1);
		const directory = this.directoryIds[folder]?.get(path.slice(0, Math.max(0, slash)));
		const found = directory === undefined ? undefined : this.find(name, directory);
		if (found === undefined) {
			return;
		}
		const { id, before } = found;
		const key = stemOf(name);
		const after = this.next[id] ?? none;
		if (before !== none) {
			this.next[before] = after;
		} else if (after === none) {
			this.first.delete(key);
		} else {
			this.first.set(key, after);
		}
		this.names[id] = '';
		this.free.push(id);
		this.count(name, -1);
	}

	holds(extension: string): boolean {
		return (this.extensions.get(extension) ?? 0) > 0;
	}

	/** Returns the files with this base name, ignoring case. Exact matches come first. */
	named(baseName: string): SourceFile[] {
		const wanted = folded(baseName);
		const found = this.beginning(baseName).filter((id) => folded(this.names[id] ?? '') === wanted);
		const exact = found.filter((id) => this.names[id] === baseName);
		return [...exact, ...found.filter((id) => this.names[id] !== baseName)].map((id) => this.file(id));
	}

	/**
	 * Returns files that may contain a type (`Cart.cs`, `Cart+Totals.swift`). `extensions` are lowercase without dots.
	 */
	ofType(simpleName: string, extensions: ReadonlySet<string>): SourceFile[] {
		return this.beginning(simpleName)
			.filter((id) => extensions.has(extensionOf(this.names[id] ?? '')))
			.map((id) => this.file(id));
	}

	/** Returns files from all folders in turn. The result doesn't depend on the order in which files were added. */
	spread(extensions: ReadonlySet<string>, most: number): SourceFile[] {
		const byDirectory = new Map<number, string[]>();
		for (const [id, name] of this.names.entries()) {
			if (name !== '' && extensions.has(extensionOf(name))) {
				const directory = this.directoryOf[id] ?? 0;
				const names = byDirectory.get(directory);
				if (names) {
					names.push(name);
				} else {
					byDirectory.set(directory, [name]);
				}
			}
		}
		const directories = [...byDirectory]
			.map(([id, names]) => ({ path: this.getPath(id), id, names: names.sort() }))
			.sort((one, other) => (one.path < other.path ? -1 : 1));
		const found: SourceFile[] = [];
		for (let round = 0; found.length < most; round++) {
			const left = directories.filter(({ names }) => names.length > round);
			if (left.length === 0) {
				break;
			}
			for (const { id, names } of left.slice(0, most - found.length)) {
				found.push(this.fileIn(id, names[round] ?? ''));
			}
		}
		return found;
	}

	has({ folder, path }: IndexedPath): boolean {
		const slash = path.lastIndexOf('/');
		const directory = this.directoryIds[folder]?.get(path.slice(0, Math.max(0, slash)));
		return directory !== undefined && this.find(path.slice(slash + 1), directory) !== undefined;
	}

	private count(name: string, by: 1 | -1): void {
		const extension = extensionOf(name);
		this.extensions.set(extension, (this.extensions.get(extension) ?? 0) + by);
	}

	private beginning(name: string): number[] {
		const ids: number[] = [];
		for (let id = this.first.get(stemOf(name)) ?? none; id !== none; id = this.next[id] ?? none) {
			ids.push(id);
		}
		return ids;
	}

	private find(name: string, directory: number): { readonly id: number; readonly before: number } | undefined {
		let before = none;
		for (let id = this.first.get(stemOf(name)) ?? none; id !== none; id = this.next[id] ?? none) {
			if (this.directoryOf[id] === directory && this.names[id] === name) {
				return { id, before };
			}
			before = id;
		}
		return undefined;
	}

	private directory(folder: number, path: string): number | undefined {
		const ids = this.directoryIds[folder];
		const known = ids?.get(path);
		if (known !== undefined || ids === undefined) {
			return known;
		}
		const id = this.directories.push({ folder, path }) - 1;
		ids.set(path, id);
		return id;
	}

	private file(id: number): SourceFile {
		return this.fileIn(this.directoryOf[id] ?? 0, this.names[id] ?? '');
	}

	private fileIn(directoryId: number, name: string): SourceFile {
		const directory = this.directories[directoryId];
		const folder = this.folders[directory?.folder ?? 0];
		const path = directory === undefined || directory.path === '' ? name : `${directory.path}/${name}`;
		return new IndexedFile(folder?.name ?? '', path, folder?.uri ?? '');
	}

	private getPath(directoryId: number): string {
		const directory = this.directories[directoryId];
		return `${directory?.folder ?? 0}/${directory?.path ?? ''}`;
	}
}

/** Source file whose URI is created on access, because few files are ever opened. */
class IndexedFile implements SourceFile {
	private readonly root: string;

	constructor(
		readonly folder: string,
		readonly path: string,
		root: string,
	) {
		this.root = root;
	}

	get uri(): string {
		return `${this.root}/${this.path.split('/').map(encodeURIComponent).join('/')}`;
	}
}

function stemOf(name: string): string {
	const dot = name.indexOf('.', 1);
	const plus = name.indexOf('+', 1);
	const end = plus === -1 || (dot !== -1 && dot < plus) ? dot : plus;
	return folded(end === -1 ? name : name.slice(0, end));
}

function extensionOf(name: string): string {
	return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
