import type * as vscode from 'vscode';
import { contextKeys } from '../../ids';
import { type Accounts, sampleService } from '../../services/accounts';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { ContextKey } from '../../vscode/contextKey';
import { registerAccountCommands } from './accountCommands';
import { Sessions } from './sessions';
import { signIn } from './signIn';
import { registerTokenGuide } from './tokenGuide';

export function register(services: Services): vscode.Disposable & { readonly sessions: Sessions } {
	const { commands, accounts } = services;
	const store = new DisposableStore();
	const sessions = store.add(new Sessions(accounts, () => signIn(services)));
	store.add(commands.register('appErrors.signIn', () => signIn(services)));
	store.add(registerAccountCommands(services));
	store.add(registerTokenGuide(services));
	store.add(followContextKeys(accounts));
	return { sessions, dispose: () => store.dispose() };
}

function followContextKeys(accounts: Accounts): vscode.Disposable {
	const some = new ContextKey<'none' | 'some'>(contextKeys.accounts);
	const sample = new ContextKey<boolean>(contextKeys.sampleAccount);
	return accounts.onDidChange(() => {
		if (accounts.known) {
			some.set(accounts.known.all.length === 0 ? 'none' : 'some');
			sample.set(accounts.known.current?.service === sampleService);
		}
	});
}
