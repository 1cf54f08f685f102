import * as vscode from 'vscode';

type StateStores = Pick<
	vscode.ExtensionContext,
	'secrets' | 'globalState' | 'workspaceState' | 'globalStorageUri' | 'storageUri'
>;

export class StoredData {
	constructor(private readonly places: StateStores) {}

	get state(): vscode.Memento {
		return this.places.globalState;
	}

	/** Deletes all secrets, stored state, and storage folders. The state of other workspaces can't be deleted. */
	async clear(): Promise<void> {
		const { secrets, globalState, workspaceState, globalStorageUri, storageUri } = this.places;
		for (const key of await secrets.keys()) {
			await secrets.delete(key);
		}
		for (const state of [globalState, workspaceState]) {
			for (const key of state.keys()) {
				await state.update(key, undefined);
			}
		}
		for (const folder of [globalStorageUri, storageUri]) {
			if (folder) {
				await deleteFolder(folder);
			}
		}
	}
}

async function deleteFolder(folder: vscode.Uri): Promise<void> {
	try {
		await vscode.workspace.fs.delete(folder, { recursive: true, useTrash: false });
	} catch (error) {
		if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) {
			throw error;
		}
	}
}
