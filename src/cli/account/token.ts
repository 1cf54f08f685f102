import { exec } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readPastedToken } from '../../core/account/pastedToken';
import { isWindows } from '../../core/common/system';
import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';

/** Maximum time in milliseconds for the command that prints the token. The command may wait for a password manager. */
const maxCommandMs = 120_000;
const maxBytes = 64 * 1024;

const forOthers = 0o077;

/** Reads the token. The token can't be passed as an argument, because other processes can see arguments. */
export async function readToken(
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
	// Windows has access control lists instead of file modes. It reports the mode 0666 for every writable file.
	if (!isWindows && (stats.mode & forOthers) !== 0) {
		throw new UsageError('The --token-file is readable by other users. Restrict its permissions: chmod 600.');
	}
	return textOf(await readFile(path));
}

/** Decodes a UTF-8 or UTF-16 text file. Windows PowerShell writes UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string {
	return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
