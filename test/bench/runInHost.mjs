import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { runInHost } from '../support/vscode/host-run.mjs';

/**
 * @param {string} name
 * @param {Pick<import('../support/vscode/host-run.mjs').HostRunOptions, 'version' | 'workspace'> & { way?: string,
 * extension?: string }} options
 * @returns {Promise<string>} The printed line of JSON.
 */
export async function measureInHost(name, { version, workspace, way, extension = resolve('.') }) {
	const outdir = resolve('out/bench/host');
	execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: ['ignore', 'ignore', 'inherit'] });
	await build({
		entryPoints: [`test/bench/host/${name}.ts`],
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
		version,
		extension,
		suite: resolve(outdir, `${name}.js`),
		workspace,
		timeout: 900_000,
		env: { APP_ERRORS_BENCH_WAY: way },
		print: (line) => lines.push(line),
	});
	const found = lines.find((line) => line.startsWith('{'));
	if (problem || failed > 0 || found === undefined) {
		throw new Error([problem, ...lines].join('\n'));
	}
	return found;
}
