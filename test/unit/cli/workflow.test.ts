import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { script } from '../../support/cli/agentClient';
import { Shell, token } from '../../support/cli/commandLine';
import { long } from '../../support/length';
import { userDocuments } from '../house/support/documentation';

function stepsOf(yaml: string): string[] {
	return [...yaml.matchAll(/^ {6}- run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(([, lines, line = '']) =>
		(lines ?? line).replaceAll(/^ {10}/gm, ''),
	);
}

/** Creates a repository with the workspace of the samples, in which documented commands run the built command line. */
function makeRepository(shell: Shell): { readonly repository: string; readonly env: NodeJS.ProcessEnv } {
	const repository = join(shell.folder, 'repository');
	cpSync(resolve('samples', 'workspace'), repository, { recursive: true });
	const programs = join(shell.folder, 'bin');
	mkdirSync(programs, { recursive: true });
	const write = (name: string, text: string) => writeFileSync(join(programs, name), text, { mode: 0o755 });
	write('npx', `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${script}' "$@"\n`);
	const read = 'JSON.parse(require("fs").readFileSync(process.argv[1],"utf8")).file';
	write('jq', `#!/bin/sh\nexec '${process.execPath}' -p '${read}' "$3"\n`);
	const env = {
		PATH: `${programs}:${process.env['PATH']}`,
		HOME: shell.folder,
		APP_ERRORS_BASE_URL: shell.service.url,
		APP_ERRORS_TOKEN: token,
		APP_ERRORS_LIBRARY: 'exports',
	};
	return { repository, env };
}

describe('documented CI workflow', () => {
	/** Runs the steps of the first workflow of a page in a repository, as GitHub Actions does. */
	const runSteps = async (page: string, shell: Shell, more: NodeJS.ProcessEnv = {}) => {
		const [, yaml = ''] = /```yaml\n([^`]*)```/.exec(readFileSync(page, 'utf8')) ?? [];
		const steps = stepsOf(yaml).filter((step) => step !== 'npm ci');
		assert.ok(steps.length >= 2, yaml);
		const { repository, env: usual } = makeRepository(shell);
		const env = { ...usual, ...more };
		for (const step of steps) {
			const ran = await promisify(execFile)('bash', ['-e', '-c', step], { cwd: repository, env }).catch(
				(error: { readonly code: number; readonly stderr: string }) => error,
			);
			const code = 'code' in ran ? ran.code : 0;
			assert.ok(code === 0 || (code === 1 && step.includes('--fail-on')), `${step}\n${code} ${ran.stderr}`);
		}
		return repository;
	};

	it('runs every documented command and fails only if a condition is met', async () => {
		// The workflow exports the last days, so the records must be recent.
		await using shell = await Shell.open({ records: 3000, now: Date.now() });
		const repository = await runSteps('docs/command-line.md', shell);
		assert.ok(existsSync(join(repository, 'errors.sarif')));
	}).timeout(60_000);

	long(
		'requests only days that may still change on the second night, and adds the digest to the job summary',
		async function (this: Mocha.Context) {
			this.timeout(180_000);
			await using shell = await Shell.open({ records: 3000, now: Date.now() });
			const summary = join(shell.folder, 'summary.md');
			const requests = () => shell.service.requests.list().filter(({ url }) => url.includes('/export/'));
			await runSteps('docs/nightly-digest.md', shell, { GITHUB_STEP_SUMMARY: summary });
			assert.ok(requests().length > 60, `${requests().length} requests`);
			shell.service.requests.clear();
			await runSteps('docs/nightly-digest.md', shell, { GITHUB_STEP_SUMMARY: summary });
			assert.ok(requests().length > 0 && requests().length <= 6, `${requests().length} requests`);
			assert.match(readFileSync(summary, 'utf8'), /^(?:Errors|No new, increased, or regressed errors) since /m);
		},
	);
});

describe('documented command lines', () => {
	const fence = (page: string, language: string) =>
		new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(readFileSync(page, 'utf8'))?.[1] ?? assert.fail(page);

	it('runs each shell example of the guides', async () => {
		await using shell = await Shell.open({ records: 3000, now: Date.now() });
		const { repository, env } = makeRepository(shell);
		const { file } = await shell.json<{ readonly file: string }>(['export', '--app', '101', '--last', '14d']);
		cpSync(file, join(repository, 'records.csv'));
		writeFileSync(join(repository, 'active.csv'), fence('docs/fixed-errors.md', 'csv'));
		mkdirSync(join(repository, '.app-errors/exports'), { recursive: true });
		writeFileSync(
			join(repository, '.app-errors/exports/checkout-crashes.json'),
			fence('docs/saved-exports.md', 'json'),
		);
		const { groups } = await shell.json<{ readonly groups: readonly { readonly fingerprint: string }[] }>([
			...['groups', join(repository, 'records.csv'), '--workspace', repository],
		]);
		const commands = userDocuments.flatMap(({ text }) =>
			[...text.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, lines = '']) =>
				lines
					.replaceAll('\\\n', ' ')
					.split('\n')
					.filter((line) => line !== '' && !line.startsWith('export ')),
			),
		);
		assert.ok(commands.length >= 13, commands.join('\n'));
		for (const command of commands) {
			if (command.includes('--create-dataset')) {
				// Requires a server. The tests of database loads run this command.
				continue;
			}
			const line = command
				.replace(/~\/exports\/…\/\S+/, 'exports/*/*/20*')
				.replace('2688458094ad', groups[0]?.fingerprint.slice(0, 12) ?? '')
				.replace('b2a5ad1d54e4', groups[1]?.fingerprint.slice(0, 12) ?? '');
			const ran = await promisify(execFile)('bash', ['-e', '-c', line], { cwd: repository, env }).catch(
				(error: { readonly code: number; readonly stderr: string; readonly stdout: string }) => error,
			);
			const code = 'code' in ran ? ran.code : 0;
			// The sample may contain records of an error that is marked as fixed.
			assert.ok(code === 0 || (line.includes('app-errors fixed') && [1, 6].includes(code)), `${line}\n${ran.stderr}`);
			assert.notEqual(ran.stdout, '', line);
		}
	}).timeout(120_000);
});
