import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';
import { DocumentedCommands } from '../../support/cli/documentedCommands';
import { long } from '../../support/length';

function stepsOf(yaml: string): string[] {
	return [...yaml.matchAll(/^ {6}- run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(([, lines, line = '']) =>
		(lines ?? line).replaceAll(/^ {10}/gm, ''),
	);
}

describe('documented CI workflow', () => {
	/** Runs the steps of the first workflow of a page in a repository, as GitHub Actions does. */
	const runSteps = async (context: Mocha.Context, page: string, shell: Shell, env: NodeJS.ProcessEnv = {}) => {
		const [, yaml = ''] = /```yaml\n([^`]*)```/.exec(readFileSync(page, 'utf8')) ?? [];
		const steps = stepsOf(yaml).filter((step) => step !== 'npm ci');
		assert.ok(steps.length >= 2, yaml);
		const repository = join(shell.folder, 'repository');
		cpSync(resolve('samples', 'workspace'), repository, { recursive: true });
		const commands = new DocumentedCommands(context, shell, repository, env);
		const read = 'JSON.parse(require("fs").readFileSync(process.argv[1],"utf8")).file';
		commands.addProgram('jq', `exec '${process.execPath}' -p '${read}' "$3"`);
		for (const step of steps) {
			const { code, stderr } = await commands.run(step);
			assert.ok(code === 0 || (code === 1 && step.includes('--fail-on')), `${step}\n${code} ${stderr}`);
		}
		return repository;
	};

	it('documented commands succeed, or exit with code 1 if a --fail-on condition is met', async function () {
		// The workflow exports the last days, so the records must be recent.
		await using shell = await Shell.open({ records: 3000, now: Date.now() });
		const repository = await runSteps(this, 'docs/command-line.md', shell);
		assert.ok(existsSync(join(repository, 'errors.sarif')));
	}).timeout(60_000);

	long(
		'requests only days that may still change on the second night, and adds the digest to the job summary',
		async function (this: Mocha.Context) {
			this.timeout(180_000);
			await using shell = await Shell.open({ records: 3000, now: Date.now() });
			const summary = join(shell.folder, 'summary.md');
			const requests = () => shell.service.requests.list().filter(({ url }) => url.includes('/export/'));
			await runSteps(this, 'docs/nightly-digest.md', shell, { GITHUB_STEP_SUMMARY: summary });
			assert.ok(requests().length > 60, `${requests().length} requests`);
			shell.service.requests.clear();
			await runSteps(this, 'docs/nightly-digest.md', shell, { GITHUB_STEP_SUMMARY: summary });
			assert.ok(requests().length > 0 && requests().length <= 6, `${requests().length} requests`);
			assert.match(readFileSync(summary, 'utf8'), /^(?:Errors|No new, increased, or regressed errors) since /m);
		},
	);
});
