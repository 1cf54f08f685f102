import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('The package of the command line', () => {
	it('is installed from its archive, and runs by its name', async () => {
		const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
		const archive = resolve('dist', `${name}-${version}.tgz`);
		const { stdout } = await run('tar', ['-tzf', archive]);
		assert.deepEqual(stdout.trim().split('\n').sort(), [
			'package/LICENSE',
			'package/README.md',
			'package/cli.js',
			'package/engine.js',
			'package/mcp.js',
			'package/package.json',
			'package/third-party-notices.txt',
		]);
		const folder = mkdtempSync(join(tmpdir(), 'app-errors-npm-'));
		try {
			await run('tar', ['-xzf', archive, '-C', folder]);
			const script = join(folder, 'package', 'cli.js');
			// As npm links it.
			assert.equal(statSync(script).mode & 0o111, 0o111);
			assert.match(readFileSync(script, 'utf8'), /^#!\/usr\/bin\/env node\n/);
			assert.equal((await run(process.execPath, [script, '--version'])).stdout, `${version}\n`);
			const manifest = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'));
			assert.deepEqual(manifest.bin, { [name]: 'cli.js' });
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
