import type * as vscode from 'vscode';
import { originMappings } from '../core/mappings/traceOrigins';
import type { Located } from '../core/stack/locate/frameTarget';
import type { HostApi } from '../engine/protocol';
import type { Handlers } from '../shared/rpc';
import type { Settings } from '../vscode/settings';
import type { Databases } from './databases/databases';
import type { DeviceKeys } from './deviceKeys';
import type { Services } from './services';
import type { TokenEntry } from './tokenEntry';

export function hostHandlers(
	tokenEntry: TokenEntry,
	settings: Settings,
	deviceKeys: DeviceKeys,
	databases: Pick<Databases, 'access'>,
	log: vscode.LogOutputChannel,
	workspace: Pick<Handlers<HostApi>, 'locateFrames' | 'findSource' | 'findMappings'>,
): Handlers<HostApi> {
	return {
		...workspace,
		credentials: ({ accountId, interactive, refusedToken }) =>
			tokenEntry.credentials(accountId, { interactive, refusedToken }),
		network: () => settings.network,
		databaseAccess: (address) => databases.access(address),
		deviceKey: () => deviceKeys.get(),
		ready: () => undefined,
		log: ({ level, message }) => log[level](message),
	};
}

/** Handles the engine's requests that need services of the host, such as the workspace index. */
export function workspaceAnswers(
	services: () => Pick<Services, 'engine' | 'exports' | 'frames' | 'mappings'>,
): Pick<Handlers<HostApi>, 'locateFrames' | 'findSource' | 'findMappings'> {
	return {
		locateFrames: async ({ frames, trace }, { signal }) => {
			const located: Located[] = [];
			for (const frame of frames) {
				located.push(await services().frames.locate({ frame, trace }, signal));
			}
			return located;
		},
		findSource: ({ path }) => services().frames.find(path),
		findMappings: async ({ session, path }, { signal }) => {
			const { engine, exports, mappings } = services();
			const entry = await exports.describe(path);
			return originMappings(
				mappings,
				() => engine.call('recordOrigins', { session }, { signal }),
				() => entry,
			);
		},
	};
}
