import { readdir } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { contextKeys, stateKeys } from '../../ids';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { ContextKey } from '../../vscode/contextKey';
import { AgentTools } from './agentTools';
import { askInChat } from './askInChat';
import { setUpAgents } from './setUpAgents';

export function register(services: Services): vscode.Disposable & { readonly tools: AgentTools } {
	const store = new DisposableStore();
	store.add(followExports(services));
	store.add(services.commands.register('appErrors.askAgent', (subject) => askInChat(services, subject)));
	store.add(services.commands.register('appErrors.setUpAgents', () => setUpAgents(services)));
	return { tools: new AgentTools(services), dispose: () => store.dispose() };
}

/**
 * Updates the context key that makes the agent tools available, and stores the key's value for the next start of VS
 * Code.
 */
function followExports({
	exports,
	syncedRecords,
	state,
}: Pick<Services, 'exports' | 'syncedRecords' | 'state'>): vscode.Disposable {
	const store = new DisposableStore();
	const key = new ContextKey<'none' | 'some'>(contextKeys.exports);
	const update = async () => {
		const has = await holdsAny(exports.roots);
		key.set(has ? 'some' : 'none');
		if (state.get(stateKeys.hasExports, false) !== has) {
			await state.update(stateKeys.hasExports, has || undefined);
		}
	};
	const follow = () => void update().catch(() => undefined);
	store.add(exports.onDidChange(follow));
	store.add(syncedRecords.onDidChange(follow));
	follow();
	return store;
}

/**
 * Returns true if a library contains exports. Checking for service folders is sufficient, because a service's folder is
 * deleted with its last export.
 */
async function holdsAny(libraries: readonly string[]): Promise<boolean> {
	for (const library of libraries) {
		const folders = await readdir(library, { withFileTypes: true }).catch(() => []);
		if (folders.some((entry) => entry.isDirectory())) {
			return true;
		}
	}
	return false;
}
