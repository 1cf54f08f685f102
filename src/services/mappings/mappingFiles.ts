import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { candidateGlobs, type MappingCandidate, type MappingQuestion } from '../../core/stack/mapping/choose';
import { type MappingKind, usualPlaces } from '../../core/stack/mapping/defaultLocations';
import { getGlobs, isAbsolutePattern, splitGlob } from '../../core/stack/mapping/pathPattern';
import { DisposableStore } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';

/** Maximum number of files that a search returns. Users with more files should use `${version}` in their patterns. */
const maxFiles = 200;

/** Time in milliseconds within which changes are combined. A build writes many files at once. */
const throttleMs = 500;

/** Maximum age of search results in milliseconds. File watchers may miss files in new folders. */
const maxTrustMs = 5_000;

/** Folders to skip: they contain dependencies and build data, but no mapping files of the application itself. */
const skippedFolders = '**/{node_modules,Pods,.git,.gradle,.dart_tool}/**';

/** Finds mapping files in build output and in locations from the settings. Caches results until a file changes. */
export class MappingFiles implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** Fires when the patterns change, or when a mapping file changes in the workspace. Other folders aren't watched. */
	readonly onDidChange = this.changed.event;

	private readonly found = new Map<
		MappingKind,
		{ readonly files: Promise<readonly vscode.Uri[]>; readonly at: number }
	>();
	private watchers: DisposableStore | undefined;
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly settings: Pick<Settings, 'mappings' | 'onDidChange'>) {
		this.store.add(
			settings.onDidChange('appErrors.mappings', () => {
				this.unwatch();
				this.note();
			}),
		);
		this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.note()));
	}

	get patterns(): readonly string[] {
		return this.settings.mappings.map((pattern) => pattern.trim().replace(/^~(?=[\\/])/, () => homedir()));
	}

	/** Returns true if mapping files may exist: the setting contains patterns, or a default folder contains files. */
	async mayHave(kind: MappingKind): Promise<boolean> {
		this.watch();
		return this.patterns.length > 0 || (await this.usual(kind)).length > 0;
	}

	/** Returns the candidate mapping files. A file that the user selected is included even if it no longer exists. */
	async candidates(
		question: Pick<MappingQuestion, 'kind' | 'application' | 'version' | 'remembered'>,
		looks = new DirectoryReads(),
	): Promise<readonly MappingCandidate[]> {
		this.watch();
		const { setting } = candidateGlobs({ ...question, patterns: this.patterns });
		const found = await Promise.all([this.usual(question.kind), ...setting.map((glob) => looks.search(glob))]);
		const files = new Map(found.flat().map((file) => [file.fsPath, file]));
		const candidates = await Promise.all([...files.values()].map((file) => looks.at(file)));
		const there = candidates.filter((candidate) => candidate !== undefined);
		const { remembered } = question;
		return remembered === undefined || there.some(({ path }) => path === remembered)
			? there
			: [...there, { path: remembered, relativePath: undefined, modified: 0 }];
	}

	newLooks(): DirectoryReads {
		return new DirectoryReads();
	}

	evictStale(): boolean {
		const old = [...this.found].filter(([, { at }]) => performance.now() - at > maxTrustMs);
		for (const [kind] of old) {
			this.found.delete(kind);
		}
		return old.length > 0;
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.unwatch();
		this.store.dispose();
	}

	private usual(kind: MappingKind): Promise<readonly vscode.Uri[]> {
		const known = this.found.get(kind);
		if (known) {
			return known.files;
		}
		const files = Promise.resolve(
			vscode.workspace.findFiles(`{${usualPlaces[kind].join(',')}}`, skippedFolders, maxFiles),
		);
		this.found.set(kind, { files, at: performance.now() });
		files.catch(() => this.found.delete(kind));
		return files;
	}

	private watch(): void {
		if (this.watchers) {
			return;
		}
		const watchers = new DisposableStore();
		this.watchers = watchers;
		// Symbol files are not watched, because they are numerous and rarely needed.
		const own = this.patterns
			.filter((pattern) => !isAbsolutePattern(pattern))
			.flatMap((pattern) => getGlobs(pattern.replace(/\$\{\w+\}/g, '*'), {}));
		for (const glob of [...usualPlaces.r8, ...usualPlaces.sourceMap, ...own]) {
			const watcher = watchers.add(vscode.workspace.createFileSystemWatcher(glob));
			for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
				watchers.add(event(() => this.note()));
			}
		}
	}

	private unwatch(): void {
		this.watchers?.dispose();
		this.watchers = undefined;
	}

	private note(): void {
		this.found.clear();
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			// Discards running searches and their results, because these searches may have missed the change.
			this.found.clear();
			this.changed.fire();
		}, throttleMs);
	}
}

class DirectoryReads {
	private readonly searches = new Map<string, Promise<readonly vscode.Uri[]>>();
	private readonly files = new Map<string, Promise<MappingCandidate | undefined>>();

	search(glob: string): Promise<readonly vscode.Uri[]> {
		const known = this.searches.get(glob) ?? search(glob);
		this.searches.set(glob, known);
		return known;
	}

	at(file: vscode.Uri): Promise<MappingCandidate | undefined> {
		const known = this.files.get(file.fsPath) ?? candidateOf(file);
		this.files.set(file.fsPath, known);
		return known;
	}
}

/** Searches for files that match a pattern from the setting. Ignores `files.exclude`. */
async function search(glob: string): Promise<readonly vscode.Uri[]> {
	if (!isAbsolutePattern(glob)) {
		return vscode.workspace.findFiles(glob, null, maxFiles);
	}
	const split = splitGlob(glob);
	// An absolute pattern without a fixed folder is ignored, because it would search the entire disk.
	return split
		? vscode.workspace.findFiles(new vscode.RelativePattern(vscode.Uri.file(split.folder), split.rest), null, maxFiles)
		: [];
}

async function candidateOf(file: vscode.Uri): Promise<MappingCandidate | undefined> {
	const stats = file.scheme === 'file' ? await stat(file.fsPath).catch(() => undefined) : undefined;
	const folder = vscode.workspace.getWorkspaceFolder(file);
	return stats?.isFile()
		? {
				path: getPath(file),
				relativePath: folder && file.path.slice(folder.uri.path.replace(/\/$/, '').length + 1),
				modified: stats.mtimeMs,
			}
		: undefined;
}

export function getPath(file: vscode.Uri): string {
	return file.fsPath.replaceAll('\\', '/');
}
