import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Shell, token } from '../../support/cli/commandLine';
import { skipBecause } from '../../support/skipBecause';

const records = resolve('test/fixtures/cli/records.csv');

describe('command-line usage', () => {
	let shell: Shell;

	before(async () => {
		shell = await Shell.open();
	});

	after(() => shell[Symbol.asyncDispose]());

	it('prints the commands and the options of each command', async () => {
		const { code, stdout } = await shell.runProcess(['--help']);
		assert.equal(code, 0);
		const commands = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name);
		assert.ok(commands.length >= 7, stdout);
		for (const name of commands) {
			const help = await shell.runProcess([name, '--help']);
			assert.equal(help.code, 0);
			assert.match(help.stdout, new RegExp(`^Usage: app-errors ${name} `));
			assert.match(help.stdout, /--quiet/);
			assert.equal(/--output FORMAT/.test(help.stdout), !['mcp', 'completion'].includes(name), name);
			assert.equal(
				/--workspace DIR/.test(help.stdout),
				!['apps', 'export', 'verify', 'sync', 'load', 'unload', 'completion'].includes(name),
				name,
			);
			assert.equal(
				/--token-file FILE/.test(help.stdout),
				['apps', 'export', 'verify', 'sync', 'mcp'].includes(name),
				name,
			);
		}
		assert.deepEqual((await shell.runProcess([])).stdout, stdout);
	});

	it('prints the help of a command with the help subcommand', async () => {
		const { stdout } = await shell.runProcess(['groups', '--help']);
		assert.equal((await shell.runProcess(['help', 'groups'])).stdout, stdout);
		assert.equal((await shell.runProcess(['help', 'nothing'])).code, 2);
	});

	it('prints the help of all commands as a single manual', async () => {
		const { stdout } = await shell.runProcess(['help', '--all']);
		for (const name of ['groups', 'completion']) {
			assert.ok(stdout.includes((await shell.runProcess([name, '--help'])).stdout), name);
		}
		assert.ok(stdout.startsWith((await shell.runProcess(['--help'])).stdout));
	});

	it('prints the version of the package', async () => {
		assert.match((await shell.runProcess(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
	});

	for (const [what, args] of Object.entries({
		'an unknown command': ['frobnicate'],
		'an unknown option': ['apps', '--frobnicate'],
		'too many arguments': ['apps', '101'],
		'too few arguments': ['groups'],
		'a token in the arguments': ['apps', '--token', token],
		'an unknown output format': ['apps', '--output', 'xml'],
		'a missing file': ['groups', 'nothing.csv'],
		'a folder without records': ['groups', '.'],
		'an invalid count': ['groups', 'x.csv', '--top', 'many'],
		'a number of groups above the maximum': ['groups', 'x.csv', '--top', '100000'],
		'a report in an unknown format': ['report', 'x.csv', '--out', 'x.pdf'],
		'a report file without an extension': ['report', 'x.csv', '--out', 'report'],
		'a log file in an unknown format': ['sarif', records, '--out', 'x.md'],
		'an empty workspace': ['sarif', records, '--workspace', ''],
		'a range that ends before it starts': [
			'compare',
			records,
			'--before-range',
			'2026-11-14..2026-11-12',
			'--after-range',
			'2026-11-15..2026-11-16',
		],
		'a range of zero days': ['export', '--app', '101', '--last', '0d'],
		'a range that starts too early': ['export', '--app', '101', '--last', '100000d'],
		'an unknown --fail-on value': ['compare', 'a.csv', 'b.csv', '--fail-on', 'worse'],
		'an empty --fail-on value': ['compare', 'a.csv', 'b.csv', '--fail-on', ''],
		'a --fail-on value without conditions': ['compare', 'a.csv', 'b.csv', '--fail-on= , '],
		'a comparison without a second side': ['compare', 'a.csv'],
		'an option without a value before another option': ['export', '--app', '--last', '7d'],
		'a range of minutes': ['export', '--app', '101', '--last', '90m'],
		'a fractional range': ['export', '--app', '101', '--last', '1.5d'],
		'a negative range': ['export', '--app', '101', '--last', '-3d'],
		'an option without its value': ['groups', 'a.csv', '--top'],
		'a value for an option that has none': ['groups', 'a.csv', '--quiet=yes'],
		'an export without an application': ['export'],
		'an export without a range': ['export', '--app', '101'],
		'two conflicting ranges': ['export', '--app', '101', '--last', '7d', '--since', '2026-11-12'],
		'invalid dates': ['export', '--app', '101', '--since', '2026-02-30', '--until', '2026-03-01'],
		'an unknown field': ['export', '--app', '101', '--last', '7d', '--fields', 'error,nothing'],
		'a file that is not an export request': ['export', 'request.json'],
		'hashed device IDs without a key': ['export', '--app', '101', '--last', '7d', '--fields', 'error,hashed_device_id'],
	})) {
		it(`exits with code 2 for ${what}`, async () => {
			const { code, stdout, stderr } = await shell.runProcess(args);
			assert.equal(code, 2, stderr);
			assert.equal(stdout, '');
			assert.match(stderr, /\S/);
			assert.doesNotMatch(stderr, /Unexpected|\bat .*:\d+:\d+/);
		});
	}

	it('suggests the most similar name for a mistyped command, option or value', async () => {
		for (const [args, words] of [
			[['gruops'], /Unknown command "gruops"\. Did you mean groups\?/],
			[['groups', 'x.csv', '--quer', 'a'], /Unknown option --quer\. Did you mean --query\?/],
			[['groups', 'x.csv', '--order', 'record'], /Did you mean records\?/],
			[['compare', 'a.csv', 'b.csv', '--fial-on', 'new'], /Did you mean --fail-on\?/],
			[['compare', 'a.csv', 'b.csv', '--fail-on', 'new,incresed'], /Did you mean increased\?/],
			[['groups', 'x.csv', '-output', 'json'], /Unknown option -output\. Did you mean --output\?/],
			[['apps', '--frobnicate'], /Unknown option --frobnicate\.$/m],
			[['export', '--app', '--last', '7d'], /^Option '--app <value>' argument missing$/m],
			[['groups', records, '--by', 'frame'], /--by: unknown column "frame"\. Did you mean frames\?/],
			[['groups', records, '--by', 'error_nam'], /Did you mean error_name\?/],
		] as const) {
			const { code, stderr } = await shell.runProcess(args);
			assert.equal(code, 2);
			assert.match(stderr, words);
		}
	});

	it('exits after the first SIGTERM', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'On Windows, a signal ends a process immediately.');
		}
		const running = shell.start(['trace'], {}, null);
		// The process reads its input only after it handles signals.
		running.process.stdin.write('text\n'.repeat(50_000), () => running.process.kill('SIGTERM'));
		const { code, stderr } = await running.ended;
		assert.equal(code, 130, stderr);
	});

	it('exits with code 2 if the service URL is missing or invalid', async () => {
		assert.equal((await shell.runProcess(['apps'], { APP_ERRORS_BASE_URL: '' })).code, 2);
		assert.equal((await shell.runProcess(['apps', '--base-url', 'not an address'])).code, 2);
		// The token would be sent unencrypted over the network.
		assert.equal((await shell.runProcess(['apps', '--base-url', 'http://192.0.2.1'])).code, 2);
	});

	it('exits with code 3 if the token is missing or rejected', async () => {
		assert.equal((await shell.runProcess(['apps'], { APP_ERRORS_TOKEN: '' })).code, 3);
		assert.equal((await shell.runProcess(['apps'], { APP_ERRORS_TOKEN: 'y0_other' })).code, 3);
	});

	it('exits with code 5 if the service does not respond', async () => {
		const { code, stderr } = await shell.runProcess(['apps', '--base-url', 'http://127.0.0.1:9']);
		assert.equal(code, 5, stderr);
	});

	it('reads the token from the output of a command', async () => {
		const separator = process.platform === 'win32' ? '&' : ';';
		const printed = ['--token-command', `echo ${token}`];
		const env = { APP_ERRORS_TOKEN: '' };
		assert.equal((await shell.runProcess(['apps', ...printed], env)).code, 0);
		const failing = await shell.runProcess(['apps', '--token-command', `echo ${token}${separator} exit 1`], env);
		assert.equal(failing.code, 2);
		assert.doesNotMatch(failing.stderr, new RegExp(token));
	});

	it('does not pass secrets in its environment to other programs', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'The token command is for POSIX shells.');
		}
		const secrets = { APP_ERRORS_DEVICE_KEY: 'ab'.repeat(32), APP_ERRORS_DATABASE_PASSWORD: 'secret' };
		const command = `env | grep -q -e ${secrets.APP_ERRORS_DEVICE_KEY} -e secret || printf ${token}`;
		const { code } = await shell.runProcess(['apps', '--token-command', command], { ...secrets, APP_ERRORS_TOKEN: '' });
		assert.equal(code, 0);
	});

	it('rejects a token file that other users can read', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Windows has no file modes.');
		}
		const file = join(shell.folder, 'token');
		await writeFile(file, `${token}\n`, { mode: 0o600 });
		const env = { APP_ERRORS_TOKEN: '' };
		assert.equal((await shell.runProcess(['apps', '--token-file', file], env)).code, 0);
		await chmod(file, 0o640);
		const open = await shell.runProcess(['apps', '--token-file', file], env);
		assert.equal(open.code, 2);
		assert.match(open.stderr, /chmod 600/);
	});

	it('reads token files in the encodings that Windows PowerShell uses', async () => {
		const file = join(shell.folder, 'token from Windows');
		for (const bytes of [Buffer.from(`\ufeff${token}\r\n`, 'utf16le'), Buffer.from(`\ufeff${token}\r\n`)]) {
			await writeFile(file, bytes, { mode: 0o600 });
			const { code, stderr } = await shell.runProcess(['apps', '--token-file', file], { APP_ERRORS_TOKEN: '' });
			assert.equal(code, 0, stderr);
		}
	});

	it('lists the applications of the service in each output format', async () => {
		interface Listed {
			readonly applications: readonly { readonly id: string; readonly name: string }[];
		}
		const { applications } = await shell.json<Listed>(['apps']);
		assert.ok(applications.some(({ id, name }) => id === '101' && name === 'Shop for Android'));
		const lines = (await shell.runProcess(['apps', '--output', 'ndjson'])).stdout.trim().split('\n');
		assert.deepEqual(
			lines.map((line) => JSON.parse(line)),
			applications,
		);
		const table = (await shell.runProcess(['apps', '--output', 'table'])).stdout;
		assert.match(table, /^101 +Shop for Android$/m);
		const markdown = (await shell.runProcess(['apps', '--output', 'markdown'])).stdout;
		assert.match(markdown, /^\| 101 \| Shop for Android \|$/m);
	});
});
