import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';
import { DocumentedCommands } from '../../support/cli/documentedCommands';
import { userDocuments } from '../house/support/documentation';

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');

function blocksIn(text: string, language: string): string[] {
	return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block = '']) =>
		name === language ? [block] : [],
	);
}

function commandsIn(text: string): string[] {
	return blocksIn(text, 'sh')
		.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
		.filter((line) => line.includes('app-errors '));
}

describe('commands in the guides', () => {
	let shell: Shell;
	let project: string;

	before(async () => {
		shell = await Shell.open({ records: 3000, now: Date.now() });
		project = join(shell.folder, 'project');
		mkdirSync(project);
		copyFileSync(resolve('test', 'fixtures', 'cli', 'records.csv'), join(project, 'records.csv'));
	});

	after(() => shell[Symbol.asyncDispose]());

	async function succeed(commands: DocumentedCommands, lines: readonly string[], codes = [0]): Promise<string> {
		let output = '';
		for (const line of lines) {
			const { code, stdout, stderr } = await commands.run(line);
			assert.ok(codes.includes(code), `${line}\n${code} ${stderr}`);
			output += stdout;
		}
		return output;
	}

	it('list of tested guides includes every guide with commands', () => {
		assert.deepEqual(
			userDocuments.filter(({ text }) => commandsIn(text).length > 0).map(({ path }) => path),
			['docs/command-line.md', 'docs/fixed-errors.md', 'docs/saved-exports.md', 'docs/team.md'],
		);
	});

	it('runs the documented saved export', async function () {
		const commands = new DocumentedCommands(this, shell, project);
		const [saved = ''] = blocksIn(page('saved-exports'), 'json');
		mkdirSync(join(project, '.app-errors', 'exports'), { recursive: true });
		writeFileSync(join(project, '.app-errors', 'exports', 'checkout-crashes.json'), saved);
		const output = await succeed(commands, commandsIn(page('saved-exports')));
		assert.equal(output.match(/"completeness"/g)?.length, 2);
	});

	it('runs the documented commands that set triage states, and then those that check fixed errors', async function () {
		const commands = new DocumentedCommands(this, shell, project);
		const { groups }: { groups: { fingerprint: string }[] } = JSON.parse(
			await succeed(commands, ['npx --no app-errors groups records.csv']),
		);
		const fingerprints = groups.map(({ fingerprint }) => fingerprint);
		const output = await succeed(
			commands,
			commandsIn(page('team')).map((line) =>
				line.replace(/(?<=triage set \S+ )[\da-f]{12}/, () => fingerprints.shift() ?? assert.fail()),
			),
		);
		assert.match(output, /"state": "fixed"[\s\S]*"state": "ignored"/);
		const [csv = ''] = blocksIn(page('fixed-errors'), 'csv');
		writeFileSync(join(project, 'active.csv'), csv);
		const judged = await succeed(commands, commandsIn(page('fixed-errors')), [0, 1, 6]);
		assert.equal(judged.match(/"verdict"/g)?.length, 2);
	});

	it('prints the documented SQL that creates a dataset', async function () {
		const commands = new DocumentedCommands(this, shell, project);
		const lines = commandsIn(page('command-line')).filter((line) => line.includes('--print-setup-sql'));
		assert.equal(lines.length, 2);
		assert.match(await succeed(commands, lines), /CREATE DATABASE[\s\S]*ON CLUSTER/);
	});
});
