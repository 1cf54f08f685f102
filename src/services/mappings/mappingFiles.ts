import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { candidateGlobs, type MappingCandidate, type MappingQuestion } from '../../core/stack/mapping/choose';
import { globsOf, isAbsolutePattern, splitGlob } from '../../core/stack/mapping/pathPattern';
import { type MappingKind, usualPlaces } from '../../core/stack/mapping/usualPlaces';
import { DisposableStore } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';

/** Files that one search gives. Whoever has more names their versions in the setting. */
const maxFiles = 200;

/** A build writes many files at once (ms). */
const burst = 500;

/** Watchers may miss a file in folders that were made in the same moment (ms). */
const maxTrustMs = 5_000;

/** Build tools put nothing there that is of the application itself. */
const skippedFolders = '**/{node_modules,Pods,.git,.gradle,.dart_tool}/**';

/**
 * Finds mapping files in the usual places of the workspace and where the setting says. What was found is kept until a
 * file comes, goes or changes there. Nothing is searched or watched before the first question.
 */
export class MappingFiles implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** Mapping files came, went or changed, or the setting did. Not told of those outside of the workspace. */
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

	/** The setting, with the home folder in place of `~`. */
	get patterns(): readonly string[] {
		return this.settings.mappings.map((pattern) => pattern.trim().replace(/^~(?=[\\/])/, () => homedir()));
	}

	/** Whether there may be files of a kind: the setting names places, or there are some in the usual ones. */
	async mayHave(kind: MappingKind): Promise<boolean> {
		this.watch();
		return this.patterns.length > 0 || (await this.usual(kind)).length > 0;
	}

	/**
	 * Includes the one that a person chose even if it no longer exists, so that this can be reported.
	 * @param looks What was seen on the disk while earlier questions of the same moment were answered.
	 */
	async candidates(
		question: Pick<MappingQuestion, 'kind' | 'application' | 'version' | 'remembered'>,
		looks = new Looks(),
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

	newLooks(): Looks {
		return new Looks();
	}

	/** @returns whether there were searches that may have grown old, which will be made again */
	forgetOld(): boolean {
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
		// The files in the places of symbols are many, and are asked about only when a person wants one.
		const own = this.patterns
			.filter((pattern) => !isAbsolutePattern(pattern))
			.flatMap((pattern) => globsOf(pattern.replace(/\$\{\w+\}/g, '*'), {}));
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
			// A search that began before the last of the changes may have missed it.
			this.found.clear();
			this.changed.fire();
		}, burst);
	}
}

/** What is seen on the disk in one moment, each search and each file once. */
class Looks {
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

/** Of the setting. What it names is shown even where `files.exclude` hides it. */
async function search(glob: string): Promise<readonly vscode.Uri[]> {
	if (!isAbsolutePattern(glob)) {
		return vscode.workspace.findFiles(glob, null, maxFiles);
	}
	const split = splitGlob(glob);
	// A pattern for the whole disk would search the whole disk.
	return split
		? vscode.workspace.findFiles(new vscode.RelativePattern(vscode.Uri.file(split.folder), split.rest), null, maxFiles)
		: [];
}

async function candidateOf(file: vscode.Uri): Promise<MappingCandidate | undefined> {
	const stats = file.scheme === 'file' ? await stat(file.fsPath).catch(() => undefined) : undefined;
	const folder = vscode.workspace.getWorkspaceFolder(file);
	return stats?.isFile()
		? {
				path: pathOf(file),
				relativePath: folder && file.path.slice(folder.uri.path.replace(/\/$/, '').length + 1),
				modified: stats.mtimeMs,
			}
		: undefined;
}

/** Absolute, with forward slashes: as candidates have it. */
export function pathOf(file: vscode.Uri): string {
	return file.fsPath.replaceAll('\\', '/');
}
