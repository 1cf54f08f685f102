import { l10n } from 'vscode';
import { AppError } from '../core/common/errors';
import type { Target } from '../core/service/serviceTarget';
import type { EngineClient } from '../engine/engineClient';
import type { InputAnswer } from '../vscode/quickInput';
import { type AccountId, type AccountSecret, type Accounts, sampleService } from './accounts';
import type { SampleService } from './sampleService';
import { type CheckedToken, promptForToken, type TokenPromptOptions } from './tokenPrompt';

interface CredentialsRequest {
	/** Whether the user may be prompted to replace a rejected token. */
	readonly interactive: boolean;
	readonly refusedToken?: string | undefined;
}

export class TokenEntry {
	/** Open prompts by account. Concurrent requests with a rejected token wait for the same prompt. */
	private readonly prompts = new Map<AccountId, Promise<string | undefined>>();

	constructor(
		private readonly accounts: Accounts,
		private readonly sample: Pick<SampleService, 'target' | 'replaceToken'>,
		private readonly engine: () => Pick<EngineClient, 'call'>,
	) {}

	/**
	 * Returns the service URL and the token for a request.
	 * @throws AppError `signedOut`, or `unauthorized` if a rejected token was not replaced
	 */
	async credentials(accountId: AccountId, { interactive, refusedToken }: CredentialsRequest): Promise<Target> {
		const secret = await this.accounts.signedInSecret(accountId);
		const target = await this.targetOf(secret);
		// If the token was replaced while the request was running, the new token is used.
		if (refusedToken === undefined || target.token !== refusedToken) {
			return target;
		}
		if (!interactive) {
			throw new AppError({ kind: 'unauthorized' });
		}
		const token = await this.renew(secret, refusedToken);
		if (token === undefined) {
			// Unlike `cancelled`, this error shows a message that lets the user reopen the prompt later.
			throw new AppError({ kind: 'unauthorized' });
		}
		return { ...target, token };
	}

	/**
	 * Prompts for a new token, and stores it when the service accepts it. Returns undefined if the user cancels.
	 * @throws AppError `signedOut` if the account was removed in the meantime
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

	async checkAccount(accountId: AccountId): Promise<Pick<CheckedToken, 'applications'>> {
		return this.check(await this.credentials(accountId, { interactive: false }));
	}

	/** Prompts for a token and tests it with a request to the service. Doesn't store the token. */
	prompt(options: Omit<TokenPromptOptions, 'check'>): Promise<InputAnswer<CheckedToken>> {
		return promptForToken({ ...options, check: (target, signal) => this.check(target, signal) });
	}

	private check(target: Target, signal?: AbortSignal): Promise<Pick<CheckedToken, 'applications'>> {
		return this.engine().call('checkToken', { target }, { signal });
	}

	private async replace(account: AccountSecret, refused: string | undefined): Promise<string | undefined> {
		const settled = new AbortController();
		// Closes the prompt if the user replaces the token in another window.
		const watch = this.accounts.onDidChange(async () => {
			const now = await this.accounts.secret(account.id);
			if (now?.token !== account.token) {
				settled.abort();
			}
		});
		try {
			const answer = await this.prompt({
				title: l10n.t('New Token for {0}', account.label),
				prompt:
					refused === undefined
						? l10n.t('Replaces the saved token after it is validated')
						: l10n.t(
								'The service no longer accepts the saved token. After you enter a new one, the current request continues.',
							),
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

	/** Prompts for a new token of the sample service, which accepts every token so that users can try out this prompt. */
	private async replaceForSample(account: AccountSecret): Promise<string | undefined> {
		const answer = await promptForToken({
			title: l10n.t('New Token for {0}', account.label),
			prompt: l10n.t('For the sample service, enter any word as the new token'),
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
