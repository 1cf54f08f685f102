import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { ActiveDevices } from '../../core/triage/fixed/activeDevices';
import type { EngineClient } from '../../engine/engineClient';
import { ReadSession } from '../../engine/readRecords';
import type { Settings } from '../../vscode/settings';
import { rethrowUnreadable } from '../pages/rethrowUnreadable';

/** Reads CSV files with active device counts. A setting contains the paths of the files. */
export class ActiveDevicesFiles {
	/** Content of the last file that was read. It is cached, because a comparison needs it repeatedly. */
	private last: { readonly version: string; readonly active: ActiveDevices } | undefined;

	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly settings: Pick<Settings, 'activeDevices'>,
	) {}

	/** Returns a string that changes when the file changes, or undefined if the setting contains no file. */
	async versionOf(application: string): Promise<string | undefined> {
		const typed = this.settings.activeDevices.get(application);
		return typed === undefined ? undefined : (await findFile(typed)).version;
	}

	/**
	 * Returns the active device counts, or undefined if the setting contains no file for the application.
	 * @throws AppError `activeDevices` or `unreadable`
	 */
	async of(application: string, signal: AbortSignal): Promise<ActiveDevices | undefined> {
		const typed = this.settings.activeDevices.get(application);
		if (typed === undefined) {
			return undefined;
		}
		const { path, version } = await findFile(typed);
		if (this.last?.version !== version) {
			await using file = await ReadSession.read(this.engine, path, [], { signal }).catch(rethrowUnreadable);
			this.last = { version, active: await ActiveDevices.read(path, file, file.info, signal) };
		}
		return this.last.active;
	}
}

interface FoundFile {
	readonly path: string;
	/** String that changes when the file changes. */
	readonly version: string;
}

/** Finds the file for a path from the setting. A relative path is resolved against each workspace folder. */
async function findFile(typed: string): Promise<FoundFile> {
	const path = typed.replace(/^~(?=[\\/])/, () => homedir());
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const inFolders = folders.map(({ uri }) => vscode.Uri.joinPath(uri, path).fsPath);
	const paths = isAbsolute(path) ? [path] : inFolders;
	for (const one of paths) {
		const stats = await stat(one).catch(() => undefined);
		if (stats?.isFile()) {
			return { path: one, version: JSON.stringify([one, stats.mtimeMs, stats.size]) };
		}
	}
	// The file doesn't exist. Reading it later throws an error that contains this path.
	return { path: paths[0] ?? path, version: '' };
}
