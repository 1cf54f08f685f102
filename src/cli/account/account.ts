import { AppError } from '../../core/common/errors';
import { parseAddress } from '../../core/service/address';
import type { Target } from '../../core/service/serviceTarget';
import type { AccountRef } from '../../engine/protocol';
import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';
import { readToken } from './token';

const onlyAccount = 'commandLine';

export class CommandLineAccount {
	private token: Promise<string | undefined> | undefined;

	constructor(
		private readonly given: ParsedOptions,
		private readonly terminal: Pick<Terminal, 'env' | 'cwd'>,
	) {}

	async open(): Promise<AccountRef> {
		await this.target(undefined);
		return this.ref;
	}

	get ref(): AccountRef {
		return { accountId: onlyAccount, service: this.address, interactive: false };
	}

	get isThere(): boolean {
		const { env } = this.terminal;
		const hasToken = env['APP_ERRORS_TOKEN'] || this.given.text('token-command') || this.given.text('token-file');
		return Boolean(hasToken && (this.given.text('base-url') ?? env['APP_ERRORS_BASE_URL']));
	}

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

	/** Service URL. It is never read from a file in a repository, which could redirect the token to another server. */
	private get address(): string {
		const typed = this.given.text('base-url') ?? this.terminal.env['APP_ERRORS_BASE_URL'];
		if (!typed) {
			throw new UsageError('No service URL is set. Use APP_ERRORS_BASE_URL or --base-url.');
		}
		const parsed = parseAddress(typed);
		if (!parsed.ok) {
			throw new UsageError('The service URL is not valid.');
		}
		return parsed.address;
	}
}
