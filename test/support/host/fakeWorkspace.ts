import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { isIndexed } from '../../../src/core/stack/locate/sourceFiles';
import { Replacements } from './replacements';

/** Simulates other workspace folders, because opening real ones would restart the extension host. */
export class FakeWorkspace {
	private readonly replacements = new Replacements();
	private readonly changed = new vscode.EventEmitter<vscode.WorkspaceFoldersChangeEvent>();
	private folders: readonly vscode.WorkspaceFolder[] = [];

	constructor(...folders: readonly vscode.Uri[]) {
		const { workspace } = vscode;
		this.replacements.replace(workspace, 'findFiles', async () => this.files());
		this.replacements.replace(workspace, 'onDidChangeWorkspaceFolders', this.changed.event);
		this.replacements.replace(workspace, 'getWorkspaceFolder', (uri: vscode.Uri) => this.folderOf(uri));
		this.open(...folders);
	}

	open(...folders: readonly vscode.Uri[]): void {
		this.folders = folders.map((uri, index) => ({ uri, index, name: path.basename(uri.path) }));
		const shown = folders.length === 0 ? undefined : this.folders;
		this.replacements.replace(vscode.workspace, 'workspaceFolders', shown);
		this.changed.fire({ added: [], removed: [] });
	}

	dispose(): void {
		this.replacements.dispose();
		this.changed.dispose();
	}

	private folderOf({ scheme, path: file }: vscode.Uri): vscode.WorkspaceFolder | undefined {
		return this.folders
			.filter(({ uri }) => uri.scheme === scheme && `${file}/`.startsWith(`${uri.path}/`))
			.sort((a, b) => b.uri.path.length - a.uri.path.length)[0];
	}

	private files(): vscode.Uri[] {
		return this.folders
			.filter(({ uri }) => uri.scheme === 'file')
			.flatMap(({ uri }) =>
				readdirSync(uri.fsPath, { recursive: true, encoding: 'utf8' })
					.filter((name) => isIndexed(name.split(path.sep).join('/')))
					.map((name) => vscode.Uri.joinPath(uri, name)),
			);
	}
}
