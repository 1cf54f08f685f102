import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { parseSavedExport } from '../core/savedExports/parseSavedExport';
import {
	isOfApplication,
	maxSavedExportBytes,
	maxSavedExports,
	type PlacedProblem,
	type SavedExport,
	savedExportFolders,
} from '../core/savedExports/savedExport';
import type { Application } from '../core/service/application';
import { stateKeys } from '../ids';
import { DisposableOwner } from '../shared/disposables';
import { FreshValue } from '../shared/freshValue';
import { findFolder, makeFolder, readText, typeOf, WatchedFolder, writeText } from '../vscode/workspaceFiles';

/** Maximum number of stored hashes of files that the user confirmed. The oldest hashes are removed first. */
const maxConfirmed = 500;

export interface SavedExportFile {
	readonly uri: vscode.Uri;
	readonly saved: SavedExport;
}

type FoundSavedExport =
	| { readonly ok: true; readonly saved: SavedExport; readonly text: string }
	| ({ readonly ok: false } & Pick<PlacedProblem, 'problem'>);

export class SavedExports extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	/** Fires when App Errors or another program adds, changes or deletes a saved export. */
	readonly onDidChange = this.changed.event;
	private readonly found = new FreshValue(() => readAll());
	private files: readonly SavedExportFile[] = [];
	private readonly watched = this.owned.add(
		new WatchedFolder(
			savedExportFolders[0],
			() => this.invalidate(),
			() => this.changed.fire(),
		),
	);

	constructor(private readonly workspaceState: vscode.Memento) {
		super();
	}

	/** Reads saved exports again if files have changed. After that, `of` returns the current saved exports. */
	async refresh(): Promise<void> {
		this.watched.start();
		this.files = await this.found.get();
	}

	invalidate(): void {
		this.found.invalidate();
	}

	/** Returns the valid saved exports of an application, as of the last time that the files were read. */
	of(application: Application): readonly SavedExportFile[] {
		return this.files.filter(({ saved }) => isOfApplication(saved, application));
	}

	/** Reads a saved export. If the file is open with unsaved changes, reads the text in the editor. */
	async read(uri: vscode.Uri): Promise<FoundSavedExport> {
		const isOpen = (document: vscode.TextDocument) => document.uri.toString() === uri.toString();
		// Without unsaved changes, the document may be outdated, because VS Code reloads changed files with a delay.
		const changed = vscode.workspace.textDocuments.find((document) => document.isDirty && isOpen(document));
		const isFile = (await typeOf(uri)) === vscode.FileType.File;
		const text = isFile ? (changed?.getText() ?? (await readText(uri, maxSavedExportBytes))) : undefined;
		if (text === undefined) {
			return { ok: false, problem: { kind: isFile ? 'tooLarge' : 'notJson' } };
		}
		const parsed = parseSavedExport(text);
		return parsed.ok ? { ...parsed, text } : parsed;
	}

	/** Returns the URI for a saved export, and whether a file with this name already exists. */
	async place(folder: vscode.Uri, name: string): Promise<{ readonly uri: vscode.Uri; readonly isTaken: boolean }> {
		const uri = vscode.Uri.joinPath(folder, ...savedExportFolders, name);
		return { uri, isTaken: (await typeOf(uri)) !== undefined };
	}

	/**
	 * Writes a saved export.
	 * @throws AppError `disk`, for example if a folder is a link
	 */
	async write(folder: vscode.Uri, uri: vscode.Uri, text: string): Promise<void> {
		await makeFolder(folder, savedExportFolders);
		await writeText(uri, text);
		this.invalidate();
		this.changed.fire();
	}

	isConfirmed(text: string): boolean {
		return vscode.workspace.isTrusted && this.confirmed.includes(hashOf(text));
	}

	async confirm(text: string): Promise<void> {
		const others = this.confirmed.filter((hash) => hash !== hashOf(text));
		await this.workspaceState.update(stateKeys.confirmedExports, [...others, hashOf(text)].slice(-maxConfirmed));
	}

	private get confirmed(): readonly string[] {
		return this.workspaceState.get<readonly string[]>(stateKeys.confirmedExports, []);
	}
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

async function readAll(): Promise<readonly SavedExportFile[]> {
	const files: SavedExportFile[] = [];
	for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
		const folder = await findFolder(uri, savedExportFolders);
		const names = (folder ? await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []) : [])
			.filter(([name, type]) => type === vscode.FileType.File && name.endsWith('.json'))
			.map(([name]) => name)
			.sort();
		for (const name of names.slice(0, maxSavedExports)) {
			const file = vscode.Uri.joinPath(uri, ...savedExportFolders, name);
			const text = await readText(file, maxSavedExportBytes).catch(() => undefined);
			const parsed = text === undefined ? undefined : parseSavedExport(text);
			if (parsed?.ok) {
				files.push({ uri: file, saved: parsed.saved });
			}
		}
	}
	return files;
}
