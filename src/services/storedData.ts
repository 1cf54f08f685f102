import * as vscode from 'vscode';

type Places = Pick<
	vscode.ExtensionContext,
	'secrets' | 'globalState' | 'workspaceState' | 'globalStorageUri' | 'storageUri'
>;

/** Everything that the editor keeps for the extension, as a whole; what is in it is the affair of other services. */
export class StoredData {
	constructor(private readonly places: Places) {}

	/** Of all windows. */
	get state(): vscode.Memento {
		return this.places.globalState;
	}

	/**
	 * Forgets every secret and every key of the state, and deletes the folders that the editor gives to the extension. The
	 * state of other workspaces is out of reach; no record and no secret is in it.
	 */
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
