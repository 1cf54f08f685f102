import * as vscode from 'vscode';
import { accountSecretPrefix, providerId, stateKeys } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

type StoredAccountContext = Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;

/** Registers the authentication provider. The product isn't loaded until an account is stored or requested. */
export function registerSessions(product: FirstUse<Product>, context: StoredAccountContext): vscode.Disposable {
	const store = new DisposableStore();
	const sessions: vscode.AuthenticationProvider = {
		onDidChangeSessions: product.event((made) => made.sessions.onDidChangeSessions),
		getSessions: async (...asked) =>
			product.started || (await hasAccount(context)) ? (await product.get()).sessions.getSessions(...asked) : [],
		createSession: async () => (await product.get()).sessions.createSession(),
		removeSession: async (id) => (await product.get()).sessions.removeSession(id),
	};
	store.add(
		vscode.authentication.registerAuthenticationProvider(providerId, 'App Errors', sessions, {
			supportsMultipleAccounts: true,
		}),
	);
	store.add(
		context.secrets.onDidChange(({ key }) => {
			if (!product.started && key.startsWith(accountSecretPrefix)) {
				// Another window added an account. Errors are ignored here, because the next access reports them.
				product.get().then(
					({ services }) => services.accounts.list(),
					() => undefined,
				);
			}
		}),
	);
	return store;
}

async function hasAccount({ secrets, globalState }: StoredAccountContext): Promise<boolean> {
	const keys = await secrets.keys();
	return (
		globalState.get(stateKeys.sampleAccount) !== undefined || keys.some((key) => key.startsWith(accountSecretPrefix))
	);
}
