import { readdir } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { contextKeys, stateKeys } from '../../ids';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { ContextKey } from '../../vscode/contextKey';

/** Keeps the key current by which agents are offered tools, and the state that sets it when a window begins. */
export function followExports({
	exports,
	kept,
	state,
}: Pick<Services, 'exports' | 'kept' | 'state'>): vscode.Disposable {
	const store = new DisposableStore();
	const key = new ContextKey<'none' | 'some'>(contextKeys.exports);
	const look = async () => {
		const has = await holdsAny(exports.roots);
		key.set(has ? 'some' : 'none');
		if (state.get(stateKeys.hasExports, false) !== has) {
			await state.update(stateKeys.hasExports, has || undefined);
		}
	};
	// A window that could not keep it looks again.
	const follow = () => void look().catch(() => undefined);
	store.add(exports.onDidChange(follow));
	store.add(kept.onDidChange(follow));
	follow();
	return store;
}

/** A library has a folder for each service with exports; the last goes with the last of them. */
async function holdsAny(libraries: readonly string[]): Promise<boolean> {
	for (const library of libraries) {
		const folders = await readdir(library, { withFileTypes: true }).catch(() => []);
		if (folders.some((entry) => entry.isDirectory())) {
			return true;
		}
	}
	return false;
}
