import * as vscode from 'vscode';
import { accountSecretPrefix, stateKeys } from '../ids';
import { DisposableStore } from '../vscode/disposables';

export type AccountId = string;

/** The service of the sample account, whose real address changes with each start. */
export const sampleService = 'sample';

/** What may be shown of an account. */
export interface Account {
	readonly id: AccountId;
	/** Base address, or `sample`. */
	readonly service: string;
	readonly label: string;
	/** The person agreed to send the token unencrypted to this address. */
	readonly allowInsecure: boolean;
}

interface Secret extends Account {
	readonly token: string;
}

/**
 * The accounts, one secret each. What other windows do arrives as a change too; an account whose secret has vanished
 * is simply not there any more.
 */
export class Accounts implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly secrets: vscode.SecretStorage,
		private readonly state: vscode.Memento,
	) {
		this.store.add(
			secrets.onDidChange(({ key }) => {
				if (key.startsWith(accountSecretPrefix)) {
					this.changed.fire();
				}
			}),
		);
	}

	/** In the order of their labels. */
	async list(): Promise<Account[]> {
		const keys = (await this.secrets.keys()).filter((key) => key.startsWith(accountSecretPrefix));
		const secrets = await Promise.all(keys.map((key) => this.read(key)));
		return secrets
			.filter((secret) => secret !== undefined)
			.map(({ token: _, ...account }) => account)
			.sort((a, b) => a.label.localeCompare(b.label) || a.id.localeCompare(b.id));
	}

	/** The account that views and exports use. */
	async current(): Promise<Account | undefined> {
		const accounts = await this.list();
		const chosen = this.state.get<AccountId>(stateKeys.currentAccount);
		return accounts.find((account) => account.id === chosen) ?? accounts[0];
	}

	async makeCurrent(id: AccountId): Promise<void> {
		await this.state.update(stateKeys.currentAccount, id);
		this.changed.fire();
	}

	async token(id: AccountId): Promise<string | undefined> {
		return (await this.read(accountSecretPrefix + id))?.token;
	}

	/** Stores a checked token; the account becomes the current one. */
	async add(account: Omit<Account, 'id'>, token: string): Promise<Account> {
		const added: Account = { ...account, id: crypto.randomUUID() };
		await this.write({ ...added, token });
		await this.makeCurrent(added.id);
		return added;
	}

	async replaceToken(id: AccountId, token: string): Promise<void> {
		const secret = await this.read(accountSecretPrefix + id);
		if (secret) {
			await this.write({ ...secret, token });
		}
	}

	async remove(id: AccountId): Promise<void> {
		await this.secrets.delete(accountSecretPrefix + id);
	}

	dispose(): void {
		this.store.dispose();
	}

	private async read(key: string): Promise<Secret | undefined> {
		return decodeSecret(await this.secrets.get(key));
	}

	private async write(secret: Secret): Promise<void> {
		await this.secrets.store(accountSecretPrefix + secret.id, JSON.stringify(secret));
	}
}

function decodeSecret(text: string | undefined): Secret | undefined {
	try {
		const { id, service, label, allowInsecure, token } = JSON.parse(text ?? '') as Partial<Record<string, unknown>>;
		return typeof id === 'string' &&
			typeof service === 'string' &&
			typeof label === 'string' &&
			typeof token === 'string'
			? { id, service, label, token, allowInsecure: allowInsecure === true }
			: undefined;
	} catch {
		return undefined;
	}
}
