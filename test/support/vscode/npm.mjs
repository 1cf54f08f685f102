import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { commandForCmd } from './processes.mjs';

const run = promisify(execFile);
const patience = 10 * 60_000;

/**
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<string>} Standard output, which is shown only if npm fails.
 */
export async function npm(args, cwd) {
	const cli = process.env['npm_execpath'] ?? '';
	const [program, first] = basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []];
	const words = [...first, ...args, '--loglevel=error', '--no-audit', '--no-fund'];
	// On Windows, npm is a .cmd file, which requires a shell.
	const shell = process.platform === 'win32' && program === 'npm';
	try {
		const options = { cwd, timeout: patience, maxBuffer: 64 << 20, shell };
		const { stdout } = await (shell ? run(commandForCmd([program, ...words]), options) : run(program, words, options));
		return stdout;
	} catch (error) {
		const { stdout = '', stderr = '', message } = /** @type {Error & { stdout?: string, stderr?: string }} */ (error);
		const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n');
		throw new Error(`npm ${args.join(' ')} failed:\n${said || message}`);
	}
}

/** @param {string} spec @param {string} folder */
export async function unpackPackage(spec, folder) {
	const archive = (await npm(['pack', spec, '--silent', '--ignore-scripts'], folder)).trim().split('\n').at(-1) ?? '';
	await run('tar', ['-xzf', archive], { cwd: folder });
	await rm(join(folder, archive));
	return join(folder, 'package');
}
