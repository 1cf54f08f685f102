import { exec } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readPastedToken } from '../../core/account/pastedToken';
import type { Given } from '../asked/options';
import type { Terminal } from '../asked/terminal';
import { UsageError } from '../asked/usageError';

/** A manager of passwords may ask its owner for a key first (milliseconds). */
const maxCommandMs = 120_000;
const maxBytes = 64 * 1024;

/** Of a file's mode: others than its owner may read or write it. */
const forOthers = 0o077;

/**
 * The token: from the environment, from a command that prints it, or from a file that only its owner can read. Never from
 * an argument, which every process of the machine can read, and never kept.
 *
 * @returns undefined where none of them is given
 * @throws UsageError whose message has nothing of what the command or the file said
 */
export async function readToken(
	given: Given,
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
		throw new UsageError('What should be the token is none.');
	}
	return read.token;
}

async function printedBy(command: string, cwd: string): Promise<string> {
	try {
		return (await promisify(exec)(command, { cwd, timeout: maxCommandMs, maxBuffer: maxBytes })).stdout;
	} catch {
		// What it printed until then may be half a token.
		throw new UsageError('The command of --token-command failed.');
	}
}

async function heldBy(file: string, cwd: string): Promise<string> {
	const path = resolve(cwd, file);
	const stats = await stat(path).catch(() => undefined);
	if (!stats?.isFile() || stats.size > maxBytes) {
		throw new UsageError('The file of --token-file cannot be read.');
	}
	// Windows has no such modes, and tells none.
	if (process.platform !== 'win32' && (stats.mode & forOthers) !== 0) {
		throw new UsageError('The file of --token-file can be read by others. Make it yours alone: chmod 600.');
	}
	return readFile(path, 'utf8');
}
