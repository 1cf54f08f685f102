import { exec } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readPastedToken } from '../../core/account/pastedToken';
import { AppError } from '../../core/common/errors';
import { isWindows } from '../../core/common/system';
import { parseAddress } from '../../core/service/address';
import type { Target } from '../../core/service/serviceTarget';
import type { AccountRef } from '../../engine/protocol';
import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';

/** Maximum time in milliseconds for the command that prints the token. The command may wait for a password manager. */
const maxCommandMs = 120_000;

const maxBytes = 64 * 1024;

const forOthers = 0o077;

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

	/** Service URL. Files in a repository can't set it, because they could redirect the token to another server. */
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

/** Reads the token. The token can't be passed as an argument, because other processes can see arguments. */
async function readToken(
	given: ParsedOptions,
	{ env, cwd }: Pick<Terminal, 'env' | 'cwd'>,
): Promise<string | undefined> {
	const [command, file] = [given.text('token-command'), given.text('token-file')];
	const text =
		env['APP_ERRORS_TOKEN'] || (command && (await printedBy(command, cwd))) || (file && (await heldBy(file, cwd)));
	if (!text) {
		return undefined;
	}
	const read = readPastedToken(text);
	if (!read.ok) {
		throw new UsageError('The token is not valid.');
	}
	return read.token;
}

async function printedBy(command: string, cwd: string): Promise<string> {
	try {
		return (await promisify(exec)(command, { cwd, timeout: maxCommandMs, maxBuffer: maxBytes })).stdout;
	} catch {
		// The output of a failed command is discarded, because it may be an incomplete token.
		throw new UsageError('The --token-command failed.');
	}
}

async function heldBy(file: string, cwd: string): Promise<string> {
	const path = resolve(cwd, file);
	const stats = await stat(path).catch(() => undefined);
	if (!stats?.isFile() || stats.size > maxBytes) {
		throw new UsageError("Can't read the --token-file.");
	}
	// The mode isn't checked on Windows, which reports 0666 for every writable file and uses access control lists
	// instead.
	if (!isWindows && (stats.mode & forOthers) !== 0) {
		throw new UsageError('The --token-file is readable by other users. Restrict its permissions: chmod 600.');
	}
	return textOf(await readFile(path));
}

/** Decodes a UTF-8 or UTF-16 text file. Windows PowerShell writes UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string {
	return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
