import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import { isObject, parseJson } from '../core/common/parseJson';
import { normalizeService } from '../core/export/model/names';
import { accountSecretPrefix, stateKeys } from '../ids';
import { DisposableOwner } from '../shared/disposables';

export type AccountId = string;

/** Identifies the sample service. Its URL can't identify it, because the URL changes whenever the service starts. */
export const sampleService = 'sample';

export interface Account {
	readonly id: AccountId;
	readonly service: string;
	readonly label: string;
	readonly allowInsecure: boolean;
}

/** An account with its token. The token is used only for requests, and is never displayed, logged or cached. */
export interface AccountSecret extends Account {
	/** OAuth token. Empty for the sample service, which generates its own token. */
	readonly token: string;
}

interface KnownAccounts {
	readonly all: readonly Account[];
	readonly current: Account | undefined;
}

/** Manages accounts. Each account is stored as a secret, except the sample account, which isn't confidential. */
export class Accounts extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	/** Fires when an account, a token, or the selection of the current account has changed, after `known` was updated. */
	readonly onDidChange = this.changed.event;

	private seen: KnownAccounts | undefined;
	/** Number of times that secret storage was read. Used to discard results that arrive out of order. */
	private reads = 0;
	private lastRead = 0;

	constructor(
		private readonly secrets: vscode.SecretStorage,
		private readonly state: vscode.Memento,
	) {
		super();
		// VS Code fires this event in every window, sometimes twice, when a window stores a secret.
		this.owned.add(
			secrets.onDidChange(({ key }) => {
				if (key.startsWith(accountSecretPrefix)) {
					void this.readAccounts('always');
				}
			}),
		);
	}

	/** Accounts that were read last. Undefined until the accounts are first requested. */
	get known(): KnownAccounts | undefined {
		return this.seen;
	}

	async list(): Promise<readonly Account[]> {
		return (await this.readAccounts('ifDifferent')).all;
	}

	async current(): Promise<Account | undefined> {
		return (await this.readAccounts('ifDifferent')).current;
	}

	async ofService(service: string): Promise<Account | undefined> {
		const { all, current } = await this.readAccounts('ifDifferent');
		return [current, ...all].find((account) => account && normalizeService(account.service) === service);
	}

	/**
	 * Returns the current account.
	 * @throws AppError `signedOut` if there is no account
	 */
	async signedIn(): Promise<Account> {
		return (await this.current()) ?? signedOut();
	}

	async makeCurrent(id: AccountId): Promise<void> {
		await this.state.update(stateKeys.currentAccount, id);
		await this.readAccounts('always');
	}

	async secret(id: AccountId): Promise<AccountSecret | undefined> {
		return id === sampleService ? this.sample : this.read(accountSecretPrefix + id);
	}

	/**
	 * Returns an account with its token.
	 * @throws AppError `signedOut` if the account or its secret no longer exists
	 */
	async signedInSecret(id: AccountId): Promise<AccountSecret> {
		return (await this.secret(id)) ?? signedOut();
	}

	async allSecrets(): Promise<AccountSecret[]> {
		const keys = (await this.secrets.keys()).filter((key) => key.startsWith(accountSecretPrefix));
		const secrets = await Promise.all(keys.map((key) => this.read(key)));
		return [...secrets, this.sample]
			.filter((secret) => secret !== undefined)
			.sort((a, b) => a.label.localeCompare(b.label) || a.id.localeCompare(b.id));
	}

	async add(account: Omit<Account, 'id'>, token: string): Promise<Account> {
		const { service, label } = account;
		const id = service === sampleService ? sampleService : crypto.randomUUID();
		const added: Account = { ...account, id };
		if (service === sampleService) {
			await this.state.update(stateKeys.sampleAccount, label);
		} else {
			await this.write({ ...added, token });
		}
		await this.makeCurrent(id);
		return added;
	}

	/** Replaces an account's token. Does nothing if the account has been removed in the meantime. */
	async replaceToken(id: AccountId, token: string): Promise<void> {
		const secret = await this.read(accountSecretPrefix + id);
		if (secret) {
			await this.write({ ...secret, token });
		}
	}

	async remove(id: AccountId): Promise<void> {
		if (id === sampleService) {
			await this.state.update(stateKeys.sampleAccount, undefined);
			await this.readAccounts('always');
		} else {
			await this.secrets.delete(accountSecretPrefix + id);
		}
	}

	private get sample(): AccountSecret | undefined {
		const label = this.state.get<string>(stateKeys.sampleAccount);
		return label === undefined
			? undefined
			: { id: sampleService, service: sampleService, label, allowInsecure: false, token: '' };
	}

	/**
	 * @param event When to fire `onDidChange`. Must be `always` after a token was replaced, because a new token doesn't
	 * change the list of accounts
	 */
	private async readAccounts(event: 'ifDifferent' | 'always'): Promise<KnownAccounts> {
		const turn = ++this.reads;
		const all = (await this.allSecrets()).map(({ token: _, ...account }) => account);
		const chosen = this.state.get<AccountId>(stateKeys.currentAccount);
		const found: KnownAccounts = { all, current: all.find((account) => account.id === chosen) ?? all[0] };
		const newer = turn > this.lastRead;
		const differs = newer && !isDeepStrictEqual(found, this.seen);
		if (newer) {
			this.lastRead = turn;
			this.seen = found;
		}
		if (differs || event === 'always') {
			this.changed.fire();
		}
		return found;
	}

	private async read(key: string): Promise<AccountSecret | undefined> {
		return decodeSecret(await this.secrets.get(key));
	}

	private async write(secret: AccountSecret): Promise<void> {
		await this.secrets.store(accountSecretPrefix + secret.id, JSON.stringify(secret));
	}
}

function signedOut(): never {
	throw new AppError({ kind: 'signedOut' });
}

function decodeSecret(text: string | undefined): AccountSecret | undefined {
	const secret = parseJson(text ?? '');
	const { id, service, label, allowInsecure, token } = isObject(secret) ? secret : {};
	return typeof id === 'string' && typeof service === 'string' && typeof label === 'string' && typeof token === 'string'
		? { id, service, label, token, allowInsecure: allowInsecure === true }
		: undefined;
}
