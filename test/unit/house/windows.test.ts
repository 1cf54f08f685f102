import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Processes = { readonly commandForCmd: (words: readonly string[]) => string };

describe('development on Windows', () => {
	it('checks out every text file with LF line endings', () => {
		const files = execFileSync('git', ['ls-files', '--eol'], { encoding: 'utf8' }).trim().split('\n');
		assert.deepEqual(
			files.filter((line) => !/^i\/(?:lf|none) .*attr\/text=auto eol=lf|^i\/-text /.test(line)),
			[],
		);
	});

	it('documents no commands that Windows PowerShell 5.1 rejects', () => {
		for (const file of ['README.md', 'CONTRIBUTING.md']) {
			assert.doesNotMatch(readFileSync(file, 'utf8'), /npm .*&&/, file);
		}
	});

	it('quotes the arguments of a command, such as the path of VS Code', async () => {
		const file = pathToFileURL(resolve('test', 'support', 'vscode', 'processes.mjs')).href;
		const { commandForCmd }: Processes = await import(file);
		const program = 'C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd';
		assert.equal(commandForCmd([program, '--wait', 'C:\\R&D\\a b']), `"${program}" "--wait" "C:\\R&D\\a b"`);
	});

	it('extracts file and folder names from native paths, which contain backslashes on Windows', () => {
		const found = spawnSync('git', ['grep', '-nE', 'posix\\.(basename|dirname)', '--', 'src'], { encoding: 'utf8' });
		assert.deepEqual([found.error, found.stdout], [undefined, '']);
	});
});
