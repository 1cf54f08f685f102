import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Shell } from '../../support/cli/commandLine';
import { codeSpansIn, userDocuments } from '../house/support/documentation';

describe('command-line documentation', () => {
	const options = new Map<string, readonly string[]>();
	const ofHelp = ['--all'];

	before(async () => {
		await using shell = await Shell.open();
		const { stdout } = await shell.run(['--help']);
		for (const [, command = ''] of stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)) {
			const help = await shell.run([command, '--help']);
			options.set(command, help.stdout.match(/(?<=^ {2}(?:-\w, )?)--[\w-]+/gm) ?? []);
		}
	});

	it('documents every command of the command-line interface', () => {
		const page = readFileSync('docs/command-line.md', 'utf8');
		const listed = [...page.matchAll(/^\| `([a-z]+)[^`]*` \|/gm)].map(([, command = '']) => command);
		assert.deepEqual(listed.sort(), [...options.keys()].sort());
	});

	it('documents each command only with options that it supports', () => {
		const unknown = userDocuments.flatMap(({ path, text }) =>
			[...text.matchAll(/app-errors ([a-z]+)((?: (?!`)(?:\\\n|[^\n`#>])*)?)/g)].flatMap(([, command = '', rest = '']) =>
				(rest.match(/(?<=\s)--[\w-]+/g) ?? [])
					.filter((option) => !(command === 'help' ? ofHelp : options.get(command))?.includes(option))
					.map((option) => `${path}: ${command} ${option}`),
			),
		);
		assert.deepEqual(unknown, []);
	});

	it('never documents installing App Errors from a package registry, where another owner could use the name', () => {
		const unsafe =
			/\b(?:npx|bunx|pnpx|dlx|npm exec)(?! --no )[^`\n]*app-errors|"npx"|\b(?:npm|pnpm|yarn|bun) (?:i|install|add|ci)\b[^`\n]* (?!\.\/)\S*app-errors/g;
		assert.deepEqual(
			userDocuments.flatMap(({ path, text }) => (text.match(unsafe) ?? []).map((found) => `${path}: ${found}`)),
			[],
		);
	});

	for (const [page, command] of [
		['docs/command-line.md', /app-errors export/],
		['docs/nightly-digest.md', /app-errors sync/],
	] as const) {
		it(`passes the token only to the workflow step that needs it in ${page}`, () => {
			const [workflow = ''] = /^```yaml[\s\S]*?^```$/m.exec(readFileSync(page, 'utf8')) ?? [];
			const steps = workflow.split(/^ {6}- /m).filter((step) => step.includes('secrets.'));
			assert.equal(steps.length, 1);
			assert.match(steps[0] ?? '', command);
		});
	}

	it('documents only existing command-line options', () => {
		const known = new Set([...options.values()].flat());
		const unknown = userDocuments.flatMap(({ path, text }) =>
			codeSpansIn(text)
				.filter((code) => /^--[a-z]/.test(code) && !known.has(code.split(' ')[0] ?? ''))
				.map((code) => `${path}: ${code}`),
		);
		assert.deepEqual(unknown, []);
	});
});
