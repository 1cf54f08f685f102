import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Shell } from '../../support/cli/commandLine';
import { skipBecause } from '../../support/skipBecause';

describe('shell completion', () => {
	let shell: Shell;
	const script = async (name: string) => (await shell.run(['completion', name])).stdout;
	const runIn = (context: Mocha.Context, [program = '', ...args]: readonly string[], input: string) => {
		const ran = spawnSync(program, args, { input, encoding: 'utf8' });
		if (ran.error) {
			skipBecause(context, `${program} is required.`);
		}
		assert.equal(ran.status, 0, ran.stderr);
		return ran.stdout.trim().split(/\s+/);
	};

	before(async () => {
		shell = await Shell.open();
	});

	after(() => shell[Symbol.asyncDispose]());

	it('completes commands and the options of a command in Bash', async function () {
		const complete = (words: string) =>
			`COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _app_errors; echo "\${COMPREPLY[@]}"\n`;
		const text = await script('bash');
		assert.deepEqual(runIn(this, ['bash'], text + complete('app-errors com')), ['compare', 'completion']);
		assert.deepEqual(runIn(this, ['bash'], text + complete('app-errors groups --q')), ['--query', '--quiet']);
		assert.deepEqual(runIn(this, ['bash'], text + complete('app-errors apps --q')), ['--quiet']);
	});

	it('completes the options of a command in Fish', async function () {
		const file = join(shell.folder, 'app-errors.fish');
		writeFileSync(file, await script('fish'));
		const commands = `source '${file}'; complete -C 'app-errors groups --que'`;
		const lines = runIn(this, ['fish', '--no-config', '-c', commands], '');
		assert.equal(lines[0], '--query');
	});

	it('completes commands and options in Zsh if a startup file or fpath loads the script', async function () {
		const text = await script('zsh');
		// Replaces the functions of Zsh's line editor, which needs a terminal.
		const editor = `
			compdef() { registered=$1 }
			_describe() { print -l -- "\${(@P)2}" }
			compadd() { shift; print -l -- $@ }
		`;
		const complete = (words: string) => `words=(${words}); CURRENT=$#words; $registered\n`;
		const commands = runIn(this, ['zsh', '-f'], `${editor}${text}${complete('app-errors c')}`);
		assert.ok(commands.includes('compare:Compares'), commands.join(' '));
		const options = runIn(this, ['zsh', '-f'], `${editor}${text}${complete('app-errors groups --q')}`);
		assert.ok(options.includes('--query') && !options.includes('--last'), options.join(' '));
		writeFileSync(join(shell.folder, '_app_errors'), text);
		const loaded = `${editor}fpath=('${shell.folder}'); autoload -Uz _app_errors; registered=_app_errors\n`;
		assert.deepEqual(runIn(this, ['zsh', '-f'], `${loaded}${complete('app-errors groups --q')}`), options);
	});

	for (const name of ['bash', 'zsh', 'fish', 'powershell']) {
		it(`names every command and option in the completion script for ${name}`, async () => {
			const text = await script(name);
			const { stdout } = await shell.run(['help', '--all']);
			const words = new Set(text.match(/[a-z][\w-]*/g));
			const named = [...stdout.matchAll(/^ {2}(?:-\w, )?(?:--)?([a-z][\w-]*)(?= )/gm)].map(([, word = '']) => word);
			assert.ok(named.length > 50);
			assert.deepEqual(
				named.filter((word) => !words.has(word)),
				[],
			);
		});
	}

	it('rejects an unknown shell and suggests a known one', async () => {
		const { code, stderr } = await shell.run(['completion', 'fisch']);
		assert.equal(code, 2);
		assert.match(stderr, /bash, zsh, fish, powershell\. Did you mean fish\?/);
	});
});
