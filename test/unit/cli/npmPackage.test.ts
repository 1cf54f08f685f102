import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { AgentClient } from '../../support/cli/agentClient';
import { Shell, token } from '../../support/cli/commandLine';
import { skipBecause } from '../../support/skipBecause';

const run = promisify(execFile);

type Packer = { readonly packCommandLine: (destination: string) => Promise<string> };

async function followGuide(archive: string): Promise<void> {
	await using shell = await Shell.open({ records: 3000, now: Date.now() });
	const project = join(shell.folder, 'project');
	mkdirSync(project);
	writeFileSync(join(project, 'package.json'), '{ "private": true }');
	copyFileSync(archive, join(project, basename(archive)));
	const guide = readFileSync('docs/command-line.md', 'utf8');
	const [install = ''] = /npm install[^`]*/.exec(guide) ?? [];
	const [, commands = ''] = /```sh\n([^`]*)```/.exec(guide) ?? [];
	const env = { ...process.env, HOME: shell.folder, USERPROFILE: shell.folder, npm_config_offline: 'true' };
	const bash = (script: string) => run('bash', ['-e', '-c', script], { cwd: project, env });
	await bash(install.replace(/\.\/\S*/, `./${basename(archive)}`));
	const lines = commands
		.replace('TOKEN=…', `TOKEN=${token}`)
		.replace('https://api.example.com', shell.service.url)
		.replace(/~\/exports\/…\/\S+/, '~/exports/*/*/20*');
	const { stdout } = await bash(lines);
	for (const output of ['"applications"', '"completeness"', '"groupCount"']) {
		assert.ok(stdout.includes(output), output);
	}
	const [configuration = ''] = /(?<=^```json\n)[\s\S]*?(?=^```$)/m.exec(readFileSync('docs/agents.md', 'utf8')) ?? [];
	const server = JSON.parse(configuration).mcpServers['app-errors'];
	const library = { APP_ERRORS_LIBRARY: join(shell.folder, 'exports') };
	await using client = await AgentClient.start({ ...server, cwd: project, env: library });
	assert.match(await client.text('list_exports'), /application 101 /);
	const completion = await bash('npx --no app-errors completion bash');
	assert.match(completion.stdout, /complete -o default -F _app_errors app-errors/);
}

describe('npm package of the CLI', () => {
	it('installs the packed CLI in a new project and runs the documented commands', async function () {
		this.timeout(10 * 60_000);
		if (process.platform === 'win32') {
			skipBecause(this, 'The documented commands are for Bash.');
		}
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
			const guide = readFileSync(join(folder, 'package', 'README.md'), 'utf8');
			assert.match(guide, /^npx --no app-errors groups /m, 'the README of the package shows how to use it');
			const script = join(folder, 'package', 'cli.js');
			assert.equal(statSync(script).mode & 0o111, 0o111);
			assert.match(readFileSync(script, 'utf8'), /^#!\/usr\/bin\/env node\n/);
			assert.equal((await run(process.execPath, [script, '--version'])).stdout, `${version}\n`);
			const manifest = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'));
			assert.equal(manifest.name, '@app-errors/cli');
			assert.deepEqual(manifest.bin, { 'app-errors': 'cli.js' });
			assert.equal(archive, join(folder, `app-errors-cli-${version}.tgz`));
			await followGuide(archive);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
