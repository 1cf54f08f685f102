import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Packer = { readonly packCommandLine: (destination: string) => Promise<string> };

describe('npm package of the CLI', () => {
	it('installs the CLI from its package archive and runs it by its command name', async () => {
		const { packCommandLine }: Packer = await import(pathToFileURL(resolve('scripts', 'npmPackage.mjs')).href);
		const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
		const folder = mkdtempSync(join(tmpdir(), 'app-errors-npm-'));
		try {
			const archive = await packCommandLine(folder);
			const { stdout } = await run('tar', ['-tzf', archive]);
			assert.deepEqual(stdout.trim().split('\n').sort(), [
				'package/LICENSE',
				'package/README.md',
				'package/cli.js',
				'package/engine.js',
				'package/manual.txt',
				'package/mcp.js',
				'package/package.json',
				...readdirSync('src/cli/schemas').map((name) => `package/schemas/${name}`),
				'package/third-party-notices.txt',
			]);
			await run('tar', ['-xzf', archive, '-C', folder]);
			const script = join(folder, 'package', 'cli.js');
			// The bin entry as linked by npm.
			assert.equal(statSync(script).mode & 0o111, 0o111);
			assert.match(readFileSync(script, 'utf8'), /^#!\/usr\/bin\/env node\n/);
			assert.equal((await run(process.execPath, [script, '--version'])).stdout, `${version}\n`);
			const manifest = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'));
			assert.equal(manifest.name, '@app-errors/cli');
			assert.deepEqual(manifest.bin, { 'app-errors': 'cli.js' });
			assert.equal(archive, join(folder, `app-errors-cli-${version}.tgz`));
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
