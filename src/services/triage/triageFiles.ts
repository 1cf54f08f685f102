import * as vscode from 'vscode';
import type { TriageEdit } from '../../core/triage/editGroup';
import { maxTriageBytes, parseTriage } from '../../core/triage/parseTriage';
import { serializeTriage } from '../../core/triage/serializeTriage';
import { type InvalidTriageFile, TriageEntries, type TriageFile } from '../../core/triage/triageEntries';
import { isApplicationName, isTriageFile, maxTriageFiles, triageFolders } from '../../core/triage/triageFolder';
import { DisposableOwner } from '../../shared/disposables';
import { deleteFile, findFolder, makeFolder, readText, WatchedFolder, writeText } from '../../vscode/workspaceFiles';

const concurrentReads = 50;

interface FolderContent {
	readonly files: readonly TriageFile[];
	readonly invalid: readonly InvalidTriageFile[];
	readonly isCapped: boolean;
}

/** Triage files in the workspace. If no workspace is open, files are written to the extension's storage. */
export class TriageFiles extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	/** Fires when App Errors or another program adds, changes or deletes triage files. */
	readonly onDidChange = this.changed.event;
	private readonly known = new Map<string, Promise<TriageEntries>>();
	private readonly watched = this.owned.add(
		new WatchedFolder(
			triageFolders[0],
			() => this.invalidate(),
			() => this.changed.fire(),
		),
	);

	constructor(private readonly storage: vscode.Uri) {
		super();
	}

	async entries(application: string): Promise<TriageEntries> {
		if (!isApplicationName(application)) {
			return new TriageEntries([]);
		}
		this.watched.start();
		const known = this.known.get(application) ?? this.read(application);
		this.known.set(application, known);
		try {
			return await known;
		} catch (error) {
			this.invalidate();
			throw error;
		}
	}

	/** Returns files in the extension's storage that belong in the workspace. Empty if no workspace folder is open. */
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

	/**
	 * Writes changes to triage files.
	 * @throws AppError `disk`
	 */
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

	private async read(application: string): Promise<TriageEntries> {
		const base = await this.base(application);
		const { files, invalid, isCapped } = await readFolder(base, application);
		const stored = await readFolder(this.storage, application);
		const known = new Set([...files.map(({ id }) => id), ...invalid.map(({ name }) => name.slice(0, 12))]);
		const others = stored.files.filter(({ id }) => !known.has(id));
		return new TriageEntries([...files, ...others], invalid, isCapped);
	}

	/**
	 * Returns the workspace folder for triage files. Prefers a folder with triage files of the application, or else of
	 * any application.
	 */
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

	private invalidate(): void {
		this.known.clear();
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
		const texts = await Promise.all(some.map((name) => readText(vscode.Uri.joinPath(folder, name), maxTriageBytes)));
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
