import * as vscode from 'vscode';
import { accountSecretPrefix, contextKeys, providerId, stateKeys } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

type StoredAccountContext = Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;

/**
 * Registers the authentication provider. Requests for existing sessions load App Errors only if an account is stored.
 */
export function registerSessions(product: FirstUse<Product>, context: StoredAccountContext): vscode.Disposable {
	const store = new DisposableStore();
	const sessions: vscode.AuthenticationProvider = {
		onDidChangeSessions: product.event((made) => made.sessions.onDidChangeSessions),
		getSessions: async (...parameters) =>
			product.started || (await hasAccount(context)) ? (await product.get()).sessions.getSessions(...parameters) : [],
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
				// Another window added an account. Errors are ignored here, because the next access to the accounts throws them
				// again.
				product.get().then(
					({ services }) => services.accounts.list(),
					() => undefined,
				);
			}
		}),
	);
	// Errors are ignored here, because App Errors reads the accounts again when it is loaded.
	setContextKeys(context).catch(() => undefined);
	return store;
}

/** Sets the context keys for accounts, which determine the available commands before App Errors is loaded. */
async function setContextKeys(context: StoredAccountContext): Promise<void> {
	const { real, sample } = await storedAccounts(context);
	void vscode.commands.executeCommand('setContext', contextKeys.sampleAccount, sample && !real);
	void vscode.commands.executeCommand('setContext', contextKeys.accounts, real || sample ? 'some' : 'none');
}

async function hasAccount(context: StoredAccountContext): Promise<boolean> {
	const { real, sample } = await storedAccounts(context);
	return real || sample;
}

async function storedAccounts({ secrets, globalState }: StoredAccountContext) {
	const keys = await secrets.keys();
	return {
		real: keys.some((key) => key.startsWith(accountSecretPrefix)),
		sample: globalState.get(stateKeys.sampleAccount) !== undefined,
	};
}
