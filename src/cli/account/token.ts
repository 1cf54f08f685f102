import { exec } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readPastedToken } from '../../core/account/pastedToken';
import { isWindows } from '../../core/common/system';
import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';

/** The user may have to unlock a password manager while the token command runs. */
const maxCommandMs = 120_000;
const maxBytes = 64 * 1024;

const forOthers = 0o077;

/** Never reads the token from an argument, because other processes can see it there. Errors never contain it. */
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
		// Discards the output of the failed command, because it may be an incomplete token.
		throw new UsageError('The --token-command failed.');
	}
}

async function heldBy(file: string, cwd: string): Promise<string> {
	const path = resolve(cwd, file);
	const stats = await stat(path).catch(() => undefined);
	if (!stats?.isFile() || stats.size > maxBytes) {
		throw new UsageError("Can't read the --token-file.");
	}
	// Windows uses access control lists instead of file modes, and reports the mode 0666 for every writable file.
	if (!isWindows && (stats.mode & forOthers) !== 0) {
		throw new UsageError('The --token-file is readable by other users. Restrict its permissions: chmod 600.');
	}
	return textOf(await readFile(path));
}

/** Windows PowerShell writes text files in UTF-16 with a byte order mark. */
function textOf(bytes: Buffer): string {
	return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}
