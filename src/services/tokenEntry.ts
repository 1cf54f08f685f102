import { l10n } from 'vscode';
import { AppError } from '../core/common/errors';
import type { Target } from '../core/service/serviceTarget';
import type { EngineClient } from '../engine/engineClient';
import type { InputAnswer } from '../vscode/quickInput';
import { type AccountId, type AccountSecret, type Accounts, sampleService } from './accounts';
import type { SampleService } from './sampleService';
import { type CheckedToken, promptForToken, type TokenPromptOptions } from './tokenPrompt';

interface CredentialsRequest {
	/** Whether a person is waiting, so that a refused token may be asked for in place. */
	readonly interactive: boolean;
	/** The token that a 401 was the answer to. */
	readonly refusedToken?: string | undefined;
}

/** Where tokens come from: the accounts' secrets, the sample service, or a person asked in place. */
export class TokenEntry {
	/** Prompts that are open, so that requests of one account that were refused together share one. */
	private readonly prompts = new Map<AccountId, Promise<string | undefined>>();

	constructor(
		private readonly accounts: Accounts,
		private readonly sample: Pick<SampleService, 'target' | 'replaceToken'>,
		private readonly engine: () => Pick<EngineClient, 'call'>,
	) {}

	/** @throws AppError `signedOut`, or `unauthorized` when a refused token was not replaced */
	async credentials(accountId: AccountId, { interactive, refusedToken }: CredentialsRequest): Promise<Target> {
		const secret = await this.accounts.signedInSecret(accountId);
		const target = await this.targetOf(secret);
		// The token may have been replaced while the refused request was on its way.
		if (refusedToken === undefined || target.token !== refusedToken) {
			return target;
		}
		if (!interactive) {
			throw new AppError({ kind: 'unauthorized' });
		}
		const token = await this.renew(secret, refusedToken);
		if (token === undefined) {
			// Not `cancelled`: whoever closed the box, perhaps to fetch a token first, did not ask for the export to end. It
			// ends because the service refuses it, and a message says so with a button that leads back to the box.
			throw new AppError({ kind: 'unauthorized' });
		}
		return { ...target, token };
	}

	/**
	 * Asks for a new token of an account and stores it once the service accepted it. While somebody is being asked for
	 * the same account already, waits for that.
	 *
	 * @param refused The token that the service does not accept any more, if that is why.
	 * @returns undefined when nothing is given
	 * @throws AppError `signedOut` when the account went away meanwhile
	 */
	renew(account: AccountSecret, refused?: string): Promise<string | undefined> {
		const open = this.prompts.get(account.id);
		if (open) {
			return open;
		}
		const replaced =
			account.service === sampleService ? this.replaceForSample(account) : this.replace(account, refused);
		const prompt = replaced.finally(() => this.prompts.delete(account.id));
		this.prompts.set(account.id, prompt);
		return prompt;
	}

	/** One real call with the token that is stored. */
	async checkAccount(accountId: AccountId): Promise<Pick<CheckedToken, 'applications'>> {
		return this.check(await this.credentials(accountId, { interactive: false }));
	}

	/** Asks for a token and checks it by one real call; stores nothing. */
	prompt(options: Omit<TokenPromptOptions, 'check'>): Promise<InputAnswer<CheckedToken>> {
		return promptForToken({ ...options, check: (target, signal) => this.check(target, signal) });
	}

	private check(target: Target, signal?: AbortSignal): Promise<Pick<CheckedToken, 'applications'>> {
		return this.engine().call('checkToken', { target }, { signal });
	}

	private async replace(account: AccountSecret, refused: string | undefined): Promise<string | undefined> {
		const settled = new AbortController();
		// Another window may have asked too and been answered first.
		const watch = this.accounts.onDidChange(async () => {
			const now = await this.accounts.secret(account.id);
			if (now?.token !== account.token) {
				settled.abort();
			}
		});
		try {
			const answer = await this.prompt({
				title: l10n.t('New token for {0}', account.label),
				prompt:
					refused === undefined
						? l10n.t('It replaces the stored one once the service accepts it')
						: l10n.t('The service no longer accepts the token; with a new one, what was going on continues'),
				service: { baseUrl: account.service, allowInsecure: account.allowInsecure },
				signal: settled.signal,
			});
			if (answer.kind === 'value') {
				await this.accounts.replaceToken(account.id, answer.value.token);
				return answer.value.token;
			}
		} finally {
			watch.dispose();
		}
		const { token } = await this.accounts.signedInSecret(account.id);
		return token === account.token ? undefined : token;
	}

	/** The sample service accepts any token, so that its expired one can be replaced like a real one. */
	private async replaceForSample(account: AccountSecret): Promise<string | undefined> {
		const answer = await promptForToken({
			title: l10n.t('New token for {0}', account.label),
			prompt: l10n.t('The sample service takes any word for its new token'),
			service: await this.sample.target(),
			check: async (target, signal) => {
				await this.sample.replaceToken(target.token);
				return this.check(target, signal);
			},
		});
		return answer.kind === 'value' ? answer.value.token : undefined;
	}

	private async targetOf({ service, token, allowInsecure }: AccountSecret): Promise<Target> {
		return service === sampleService ? this.sample.target() : { baseUrl: service, token, allowInsecure };
	}
}
