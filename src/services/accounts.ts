import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import { normalizeService } from '../core/export/model/names';
import { accountSecretPrefix, stateKeys } from '../ids';
import { DisposableStore } from '../shared/disposables';

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

/** An account with its token: for requests only, never shown, logged or kept. */
export interface AccountSecret extends Account {
	/** Empty for the sample service, which makes its own. */
	readonly token: string;
}

/** What was there when it was last looked at. */
interface KnownAccounts {
	readonly all: readonly Account[];
	/** The account that views and exports use. */
	readonly current: Account | undefined;
}

/**
 * The accounts, one secret each; the sample account has nothing to hide and is kept with the window's state, so that it
 * stays where secrets do not. What other windows do arrives as a change too; an account whose secret has vanished
 * is simply not there any more.
 */
export class Accounts implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** An account or its token came, went or changed, or another is current. `known` says so already. */
	readonly onDidChange = this.changed.event;

	private seen: KnownAccounts | undefined;
	/** Counts the looks at the secrets, which may end in another order than they began. */
	private looks = 0;
	private lastLook = 0;

	constructor(
		private readonly secrets: vscode.SecretStorage,
		private readonly state: vscode.Memento,
	) {
		// Every window gets this event for every write of any window, sometimes twice.
		this.store.add(
			secrets.onDidChange(({ key }) => {
				if (key.startsWith(accountSecretPrefix)) {
					void this.look('always');
				}
			}),
		);
	}

	/** Undefined until somebody asked for the first time, as nothing is read before. */
	get known(): KnownAccounts | undefined {
		return this.seen;
	}

	/** In the order of their labels. */
	async list(): Promise<readonly Account[]> {
		return (await this.look('ifDifferent')).all;
	}

	async current(): Promise<Account | undefined> {
		return (await this.look('ifDifferent')).current;
	}

	/** One that may ask a service, the current one if it may; undefined when there is none. */
	async ofService(service: string): Promise<Account | undefined> {
		const { all, current } = await this.look('ifDifferent');
		return [current, ...all].find((account) => account && normalizeService(account.service) === service);
	}

	/** @throws AppError `signedOut` when nobody is signed in */
	async signedIn(): Promise<Account> {
		return (await this.current()) ?? signedOut();
	}

	async makeCurrent(id: AccountId): Promise<void> {
		await this.state.update(stateKeys.currentAccount, id);
		await this.look('always');
	}

	/** Undefined when the account is gone, or its secret is. */
	async secret(id: AccountId): Promise<AccountSecret | undefined> {
		return id === sampleService ? this.sample : this.read(accountSecretPrefix + id);
	}

	/** @throws AppError `signedOut` when the account is gone, or its secret is */
	async signedInSecret(id: AccountId): Promise<AccountSecret> {
		return (await this.secret(id)) ?? signedOut();
	}

	/** All of them, in the order of their labels. */
	async allSecrets(): Promise<AccountSecret[]> {
		const keys = (await this.secrets.keys()).filter((key) => key.startsWith(accountSecretPrefix));
		const secrets = await Promise.all(keys.map((key) => this.read(key)));
		return [...secrets, this.sample]
			.filter((secret) => secret !== undefined)
			.sort((a, b) => a.label.localeCompare(b.label) || a.id.localeCompare(b.id));
	}

	/** Stores a checked token; the account becomes the current one. */
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

	/** Does nothing when the account is gone meanwhile: it was signed out on purpose. */
	async replaceToken(id: AccountId, token: string): Promise<void> {
		const secret = await this.read(accountSecretPrefix + id);
		if (secret) {
			await this.write({ ...secret, token });
		}
	}

	async remove(id: AccountId): Promise<void> {
		if (id === sampleService) {
			await this.state.update(stateKeys.sampleAccount, undefined);
			await this.look('always');
		} else {
			await this.secrets.delete(accountSecretPrefix + id);
		}
	}

	dispose(): void {
		this.store.dispose();
	}

	private get sample(): AccountSecret | undefined {
		const label = this.state.get<string>(stateKeys.sampleAccount);
		return label === undefined
			? undefined
			: { id: sampleService, service: sampleService, label, allowInsecure: false, token: '' };
	}

	/** Reads anew. A token that was replaced is a change without a difference, so its event is `always` due. */
	private async look(event: 'ifDifferent' | 'always'): Promise<KnownAccounts> {
		const turn = ++this.looks;
		const all = (await this.allSecrets()).map(({ token: _, ...account }) => account);
		const chosen = this.state.get<AccountId>(stateKeys.currentAccount);
		const found: KnownAccounts = { all, current: all.find((account) => account.id === chosen) ?? all[0] };
		const newer = turn > this.lastLook;
		const differs = newer && !isDeepStrictEqual(found, this.seen);
		if (newer) {
			this.lastLook = turn;
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

/** What cannot be read was not written by us, or not whole: then nobody is signed in. */
function decodeSecret(text: string | undefined): AccountSecret | undefined {
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
