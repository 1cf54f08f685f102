import type * as vscode from 'vscode';
import type { HostApi } from '../engine/protocol';
import type { Handlers } from '../shared/rpc';
import type { Settings } from '../vscode/settings';
import type { DeviceKeys } from './deviceKeys';
import type { TokenEntry } from './tokenEntry';

/** What the engine may ask of the host. */
export function hostHandlers(
	tokenEntry: TokenEntry,
	settings: Settings,
	deviceKeys: DeviceKeys,
	log: vscode.LogOutputChannel,
	workspace: Pick<Handlers<HostApi>, 'locateFrames' | 'findMappings'>,
): Handlers<HostApi> {
	return {
		...workspace,
		credentials: ({ accountId, interactive, refusedToken }) =>
			tokenEntry.credentials(accountId, { interactive, refusedToken }),
		network: () => settings.network,
		deviceKey: () => deviceKeys.get(),
		ready: () => undefined,
		log: ({ level, message }) => log[level](message),
	};
}
