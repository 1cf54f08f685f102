import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Shell, token } from '../../support/cli/commandLine';

describe('The command line', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open();
	});

	after(() => shell[Symbol.asyncDispose]());

	it('tells its commands, and the options of each', async () => {
		const { code, stdout } = await shell.run(['--help']);
		assert.equal(code, 0);
		const commands = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);
		assert.ok(commands.length >= 7, stdout);
		for (const name of commands) {
			const help = await shell.run([name, '--help']);
			assert.equal(help.code, 0);
			assert.match(help.stdout, new RegExp(`^app-errors ${name} `));
			assert.match(help.stdout, /--output FORM/);
		}
		assert.deepEqual((await shell.run([])).stdout, stdout);
	});

	it('tells the version of the package', async () => {
		assert.match((await shell.run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
	});

	for (const [what, args] of Object.entries({
		'a command that there is not': ['frobnicate'],
		'an option that there is not': ['apps', '--frobnicate'],
		'an argument too many': ['apps', '101'],
		'an argument too few': ['groups'],
		'a token among the arguments': ['apps', '--token', token],
		'a form that there is not': ['apps', '--output', 'xml'],
		'a file that is not there': ['groups', 'nothing.csv'],
		'a folder without records': ['groups', '.'],
		'a count that is none': ['groups', 'x.csv', '--top', 'many'],
		'a gate that there is not': ['compare', 'a.csv', 'b.csv', '--fail-on', 'worse'],
		'a comparison with nothing to compare': ['compare', 'a.csv'],
		'an export of nothing': ['export'],
		'an export of no time': ['export', '--app', '101'],
		'two times at once': ['export', '--app', '101', '--last', '7d', '--since', '2026-11-12'],
		'days that do not exist': ['export', '--app', '101', '--since', '2026-02-30', '--until', '2026-03-01'],
		'a field that there is not': ['export', '--app', '101', '--last', '7d', '--fields', 'error,nothing'],
		'a file that holds no question': ['export', 'question.json'],
		'hashed devices without a key': ['export', '--app', '101', '--last', '7d', '--fields', 'error,hashed_device_id'],
	})) {
		it(`exits with 2 for ${what}`, async () => {
			const { code, stdout, stderr } = await shell.run(args);
			assert.equal(code, 2, stderr);
			assert.equal(stdout, '');
			assert.match(stderr, /\S/);
			assert.doesNotMatch(stderr, /Unexpected|\bat .*:\d+:\d+/);
		});
	}

	it('exits with 2 without an address, or with one that is none', async () => {
		assert.equal((await shell.run(['apps'], { APP_ERRORS_BASE_URL: '' })).code, 2);
		assert.equal((await shell.run(['apps', '--base-url', 'not an address'])).code, 2);
		// The token would cross the network in the clear.
		assert.equal((await shell.run(['apps', '--base-url', 'http://192.0.2.1'])).code, 2);
	});

	it('exits with 3 without a token, and with one that is refused', async () => {
		assert.equal((await shell.run(['apps'], { APP_ERRORS_TOKEN: '' })).code, 3);
		assert.equal((await shell.run(['apps'], { APP_ERRORS_TOKEN: 'y0_other' })).code, 3);
	});

	it('exits with 5 where nobody answers', async () => {
		const { code, stderr } = await shell.run(['apps', '--base-url', 'http://127.0.0.1:9']);
		assert.equal(code, 5, stderr);
	});

	it('takes the token from what a command prints', async () => {
		const printed = ['--token-command', `printf '%s\\n' ${token}`];
		const env = { APP_ERRORS_TOKEN: '' };
		assert.equal((await shell.run(['apps', ...printed], env)).code, 0);
		const failing = await shell.run(['apps', '--token-command', `echo ${token}; exit 1`], env);
		assert.equal(failing.code, 2);
		assert.doesNotMatch(failing.stderr, new RegExp(token));
	});

	it('takes the token from a file that only its owner may read', async () => {
		const file = join(shell.folder, 'token');
		await writeFile(file, `${token}\n`, { mode: 0o600 });
		const env = { APP_ERRORS_TOKEN: '' };
		assert.equal((await shell.run(['apps', '--token-file', file], env)).code, 0);
		await chmod(file, 0o640);
		const open = await shell.run(['apps', '--token-file', file], env);
		assert.equal(open.code, 2);
		assert.match(open.stderr, /chmod 600/);
	});

	it('lists the applications of the service in each form', async () => {
		interface Listed {
			readonly applications: readonly { readonly id: string; readonly name: string }[];
		}
		const { applications } = await shell.json<Listed>(['apps']);
		assert.ok(applications.some(({ id, name }) => id === '101' && name === 'Shop for Android'));
		const lines = (await shell.run(['apps', '--output', 'ndjson'])).stdout.trim().split('\n');
		assert.deepEqual(
			lines.map((line) => JSON.parse(line)),
			applications,
		);
		const table = (await shell.run(['apps', '--output', 'table'])).stdout;
		assert.match(table, /^101 +Shop for Android$/m);
		const markdown = (await shell.run(['apps', '--output', 'markdown'])).stdout;
		assert.match(markdown, /^\| 101 \| Shop for Android \|$/m);
	});
});
