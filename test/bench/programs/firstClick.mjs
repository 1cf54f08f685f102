// Runs test/bench/host/firstClick.ts in a real VS Code and prints what it measured.
// node firstClick.mjs <folder> click|open
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { runInHost } from '../../support/vscode/host-run.mjs';

const [folder = '', way] = process.argv.slice(2);
const outdir = resolve('out/bench/host');
execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: ['ignore', 'ignore', 'inherit'] });
await build({
	entryPoints: ['test/bench/host/firstClick.ts'],
	outdir,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	external: ['vscode'],
	logLevel: 'warning',
});
/** @type {string[]} */
const lines = [];
const { problem, failed } = await runInHost({
	version: 'newest',
	extension: resolve('.'),
	suite: resolve(outdir, 'firstClick.js'),
	workspace: folder,
	timeout: 900_000,
	env: { APP_ERRORS_BENCH_WAY: way },
	print: (line) => lines.push(line),
});
const found = lines.find((line) => line.startsWith('{'));
if (problem || failed > 0 || found === undefined) {
	throw new Error([problem, ...lines].join('\n'));
}
console.log(found);
process.exit(0);
