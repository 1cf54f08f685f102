import { AppError } from '../../core/common/errors';
import { parseAddress } from '../../core/service/address';
import type { Target } from '../../core/service/serviceTarget';
import type { AccountRef } from '../../engine/protocol';
import type { Given } from '../asked/options';
import type { Terminal } from '../asked/terminal';
import { UsageError } from '../asked/usageError';
import { readToken } from './token';

/** There is one account to a process; the engine asks for its token by this name. */
const onlyAccount = 'commandLine';

/** Who asks the service, and where it is. */
export class CommandLineAccount {
	private token: Promise<string | undefined> | undefined;

	constructor(
		private readonly given: Given,
		private readonly terminal: Pick<Terminal, 'env' | 'cwd'>,
	) {}

	/**
	 * Reads the token, so that what is wrong with it is known before anything is asked.
	 * @throws UsageError without an address, and for what should be a token and is none; AppError `signedOut` without any
	 */
	async open(): Promise<AccountRef> {
		await this.target(undefined);
		return this.ref;
	}

	/** @throws UsageError without an address, or with one that is none */
	get ref(): AccountRef {
		return { accountId: onlyAccount, service: this.address, interactive: false };
	}

	/** Whether there is an address, and a place where a token may be. */
	get isThere(): boolean {
		const { env } = this.terminal;
		const hasToken = env['APP_ERRORS_TOKEN'] || this.given.text('token-command') || this.given.text('token-file');
		return Boolean(hasToken && (this.given.text('base-url') ?? env['APP_ERRORS_BASE_URL']));
	}

	/** @throws AppError `signedOut` without a token, and `unauthorized` for the one that was refused: nobody is here to be asked */
	async target(refused: string | undefined): Promise<Target> {
		this.token ??= readToken(this.given, this.terminal);
		const token = await this.token;
		if (token === undefined) {
			throw new AppError({ kind: 'signedOut' });
		}
		if (token === refused) {
			throw new AppError({ kind: 'unauthorized' });
		}
		return { baseUrl: this.address, token, allowInsecure: false };
	}

	/** Never from a file of a repository, which could send the token anywhere. */
	private get address(): string {
		const typed = this.given.text('base-url') ?? this.terminal.env['APP_ERRORS_BASE_URL'];
		if (!typed) {
			throw new UsageError('Name the service: APP_ERRORS_BASE_URL or --base-url.');
		}
		const parsed = parseAddress(typed);
		if (!parsed.ok) {
			throw new UsageError('The address of the service is none.');
		}
		return parsed.address;
	}
}
