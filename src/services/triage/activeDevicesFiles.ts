import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { QueriedRecords } from '../../core/report/viewFacts';
import { ActiveDevices } from '../../core/triage/fixed/activeDevices';
import type { EngineClient } from '../../engine/engineClient';
import { ReadSession } from '../../engine/readRecords';
import type { Settings } from '../../vscode/settings';

/** CSV files with the numbers of active devices of applications, which a setting names. */
export class ActiveDevicesFiles {
	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly settings: Pick<Settings, 'activeDevices'>,
	) {}

	/**
	 * Undefined if the setting names no file for the application.
	 * @throws AppError `activeDevices`, `unreadable` or `disk`
	 */
	async of(application: string, signal: AbortSignal): Promise<ActiveDevices | undefined> {
		const { engine } = this;
		const typed = this.settings.activeDevices.get(application);
		if (typed === undefined) {
			return undefined;
		}
		const path = await findFile(typed);
		await using file = await ReadSession.read(engine, path, [], { signal });
		const { session, info } = file;
		const query: QueriedRecords['query'] = async (query, params, options) => {
			const asked = { session, query, params } as Parameters<typeof engine.call<'queryRecords'>>[1];
			return engine.call('queryRecords', asked, options) as never;
		};
		return await ActiveDevices.read(path, { query }, info, signal);
	}
}

/** A relative path is searched in the workspace folders. */
async function findFile(typed: string): Promise<string> {
	const path = typed.replace(/^~(?=[\\/])/, () => homedir());
	if (isAbsolute(path)) {
		return path;
	}
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const files = folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
	for (const file of files) {
		const isFile = await vscode.workspace.fs.stat(file).then(
			({ type }) => (type & vscode.FileType.File) !== 0,
			() => false,
		);
		if (isFile) {
			return file.fsPath;
		}
	}
	return files[0]?.fsPath ?? path;
}
