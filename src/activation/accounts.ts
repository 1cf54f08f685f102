import * as vscode from 'vscode';
import { accountSecretPrefix, providerId, stateKeys } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

type Kept = Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;

/**
 * The sessions of the editor's Accounts menu. The editor asks for them as soon as they are registered: without an account
 * it needs nothing of the product to be told that there are none.
 */
export function registerSessions(product: FirstUse<Product>, kept: Kept): vscode.Disposable {
	const store = new DisposableStore();
	const sessions: vscode.AuthenticationProvider = {
		onDidChangeSessions: product.event((made) => made.sessions.onDidChangeSessions),
		getSessions: async (...asked) =>
			product.started || (await hasAccount(kept)) ? (await product.get()).sessions.getSessions(...asked) : [],
		createSession: async () => (await product.get()).sessions.createSession(),
		removeSession: async (id) => (await product.get()).sessions.removeSession(id),
	};
	store.add(
		vscode.authentication.registerAuthenticationProvider(providerId, 'App Errors', sessions, {
			supportsMultipleAccounts: true,
		}),
	);
	store.add(
		kept.secrets.onDidChange(({ key }) => {
			if (!product.started && key.startsWith(accountSecretPrefix)) {
				// Somebody signed in in another window. Whoever looks at the accounts next is told what goes wrong.
				product.get().then(
					({ services }) => services.accounts.list(),
					() => undefined,
				);
			}
		}),
	);
	return store;
}

async function hasAccount({ secrets, globalState }: Kept): Promise<boolean> {
	const keys = await secrets.keys();
	return (
		globalState.get(stateKeys.sampleAccount) !== undefined || keys.some((key) => key.startsWith(accountSecretPrefix))
	);
}
