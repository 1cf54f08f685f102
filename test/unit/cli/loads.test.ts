import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';
import { DocumentedCommands } from '../../support/cli/documentedCommands';
import { databasePassword } from '../../support/databases/configuration';
import { useServer } from '../../support/databases/databases';

const records = resolve('test', 'fixtures', 'cli', 'records.csv');

interface Loaded {
	readonly total: number;
	readonly files: readonly { readonly records: number; readonly added: number; readonly load: number }[];
}

describe('load command', () => {
	const server = useServer();
	let shell: Shell;
	const env = { APP_ERRORS_DATABASE_PASSWORD: databasePassword };

	before(async () => {
		shell = await Shell.open({ records: 400 });
	});
	after(() => shell?.[Symbol.asyncDispose]());

	const to = (dataset: string, ...more: readonly string[]) => [
		...['--database', server.current.url, '--user', 'admin', '--dataset', dataset],
		...more,
	];

	it('loads each record exactly once and reports the loaded fields', async function () {
		this.timeout(10 * 60_000);
		const { code, stdout, stderr } = await shell.run(['load', records, ...to('once', '--create-dataset')], env);
		assert.equal(code, 0, stderr);
		const first: Loaded = JSON.parse(stdout);
		assert.ok(first.total > 0);
		assert.equal(first.files[0]?.added, first.total);
		assert.match(stderr, /^Loading into once at 127\.0\.0\.1:\d+: .*error/m);
		const again = await shell.json<Loaded>(['load', records, records, ...to('once')], 0, env);
		assert.deepEqual([again.total, again.files.map(({ added }) => added)], [first.total, [0, 0]]);
		assert.ok(!shell.written.includes(databasePassword));
	});

	it('loads an export with the documented command', async function () {
		this.timeout(10 * 60_000);
		const commands = new DocumentedCommands(this, shell, shell.folder, env);
		const guide = readFileSync('docs/command-line.md', 'utf8');
		const [, block = ''] = /^export APP_ERRORS_DATABASE_PASSWORD=…\n([^`]*)/m.exec(guide) ?? [];
		const documented = block
			.replace(/~\/exports\/…\/\S+/, (await shell.exportWeek()).folder)
			.replace('https://clickhouse.example.com:8443', server.current.url)
			.replace('shop_loader', 'admin');
		const { code, stdout, stderr } = await commands.run(documented);
		assert.equal(code, 0, stderr);
		assert.ok(JSON.parse(stdout).total > 0);
	});

	it('omits personal fields from a load unless they are explicitly named', async function () {
		this.timeout(10 * 60_000);
		const file = join(shell.folder, 'personal.csv');
		writeFileSync(
			file,
			'error_name,google_aid,error_timestamp\nSIGSEGV,secret-1,1700000000\nSIGABRT,secret-2,1700000001\n',
		);
		const plain = await shell.run(['load', file, ...to('plain', '--create-dataset')], env);
		assert.match(plain.stderr, /Not loaded: google_aid\./);
		const all = ['--fields', 'error_name,google_aid,error_timestamp'];
		const named = await shell.run(['load', file, ...to('named', '--create-dataset', ...all)], env);
		assert.deepEqual([plain.code, named.code], [0, 0]);
		const columns = (dataset: string) => server.current.run(`SELECT * FROM ${dataset}.records FORMAT TSVWithNames`);
		assert.doesNotMatch(await columns('plain'), /google_aid|secret/);
		assert.match(await columns('named'), /google_aid[\s\S]*secret-1/);
		const other = await shell.run(['load', file, ...to('plain', ...all)], env);
		assert.equal(other.code, 2);
		assert.match(other.stderr, /Missing from the dataset: google_aid\./);
	});

	it('loads all records even if several processes load at the same time', async function () {
		this.timeout(10 * 60_000);
		const files = Array.from({ length: 3 }, (_, part) => {
			const file = join(shell.folder, `part-${part}.csv`);
			const rows = Array.from(
				{ length: 500 },
				(_, row) => `E${(row + part * 250) % 1000},${1_700_000_000 + (row + part * 250)}`,
			);
			writeFileSync(file, `error_name,error_timestamp\n${rows.join('\n')}\n`);
			return file;
		});
		const ran = await Promise.all(
			files.map((file) => shell.run(['load', file, ...to('together', '--create-dataset')], env)),
		);
		assert.deepEqual(
			ran.map(({ code }) => code),
			[0, 0, 0],
			ran.map(({ stderr }) => stderr).join('\n'),
		);
		const counts = await server.current.run('SELECT count(), uniqExact(error_timestamp) FROM together.records');
		assert.equal(counts.trim(), '1000\t1000');
	});

	it('exits with a code that indicates why a load failed', async function () {
		this.timeout(10 * 60_000);
		const code = async (args: readonly string[], environment: NodeJS.ProcessEnv = env) =>
			(await shell.run(['load', records, ...args], environment)).code;
		const missing = await shell.run(['load', records, ...to('nowhere')], env);
		assert.equal(missing.code, 2);
		assert.match(missing.stderr, /"nowhere" does not exist.*--create-dataset.*--print-setup-sql/);
		assert.equal(await code(to('nowhere', '--create-dataset'), {}), 2);
		assert.equal(await code(to('nowhere', '--create-dataset'), { APP_ERRORS_DATABASE_PASSWORD: 'wrong' }), 3);
		assert.equal(await code([...to('nowhere', '--create-dataset'), '--user', 'reader']), 3);
		assert.equal(await code(to('nowhere', '--fields', 'nothing')), 2);
		const away = ['--database', 'http://127.0.0.1:1', '--user', 'admin', '--dataset', 'd'];
		assert.equal(await code(away), 5);
		assert.ok(!shell.written.includes(databasePassword));
	});

	it('loads records over an unencrypted connection only with --allow-insecure', async function () {
		this.timeout(10 * 60_000);
		// The product doesn't recognize this form of the local address.
		const url = server.current.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
		const args = ['load', records, '--database', url, '--user', 'admin', '--dataset', 'once'];
		const refused = await shell.run(args, env);
		assert.equal(refused.code, 2);
		assert.match(refused.stderr, /not encrypted/);
		const allowed = await shell.run([...args, '--allow-insecure'], env);
		assert.equal(allowed.code, 0, allowed.stderr);
	});

	it('names the part of a database URL that is not supported', async () => {
		for (const [url, words] of [
			['clickhouse://host:9000/shop', /must start with https or http.*8443 or 8123/],
			['https://me:secret@host:8443', /Remove the user name and password.*--user/],
			['https://host:8443/?database=shop', /Remove everything after "\?".*--dataset/],
			['https://host:8443#shop', /Remove everything after "\?" or "#"/],
			['host 8443', /not valid.*https:\/\/host:8443/],
			[`http://127.0.0.1:1/shop`, /The path \/shop .* does not select a database; use --dataset/],
		] as const) {
			const args = ['load', records, '--database', url, '--user', 'admin', '--dataset', 'once'];
			const { code, stderr } = await shell.run(args, env);
			assert.ok(code === 2 || code === 5, `${url}: ${code}`);
			assert.match(stderr, words);
			assert.ok(!stderr.includes('secret'));
		}
	});

	it('uses the time column that --time specifies', async function () {
		this.timeout(10 * 60_000);
		const file = join(shell.folder, 'times.csv');
		writeFileSync(file, 'error_name,build,seen\nSIGSEGV,7,1700000000000\nSIGABRT,8,1700086400000\n');
		const found = await shell.run(['load', file, ...to('times', '--create-dataset')], env);
		assert.match(found.stderr, /The times of the records come from seen\./);
		const chosen = await shell.run(['load', file, ...to('builds', '--create-dataset', '--time', 'build')], env);
		assert.match(chosen.stderr, /The times of the records come from build\./);
		const times = (dataset: string) => server.current.run(`SELECT _time FROM ${dataset}.records ORDER BY _time`);
		assert.deepEqual([await times('times'), await times('builds')], ['1700000000\n1700086400\n', '7\n8\n']);
		for (const name of ['nothing', 'error_name']) {
			const refused = await shell.run(['load', file, ...to('builds', '--time', name)], env);
			assert.notEqual(refused.code, 0);
			assert.match(refused.stderr, name === 'nothing' ? /do not include the --time column "nothing"/ : /no times/);
		}
	});

	it('lists the loads of a dataset and removes a load', async function () {
		this.timeout(10 * 60_000);
		const files = [1, 2].map((part) => {
			const file = join(shell.folder, `removed-${part}.csv`);
			writeFileSync(file, `error_name,error_timestamp\nsame,1700000000\nother,${1_700_000_000 + part}\n`);
			return file;
		});
		await shell.json<Loaded>(['load', ...files, ...to('undone', '--create-dataset')], 0, env);
		const { loads } = await shell.json<{ loads: readonly { sharedBy: readonly number[] }[] }>(
			['unload', ...to('undone')],
			0,
			env,
		);
		assert.deepEqual(
			loads.map(({ sharedBy }) => sharedBy),
			[[1], []],
		);
		const refused = await shell.run(['unload', ...to('undone', '--load', '0')], env);
		assert.equal(refused.code, 3);
		assert.match(refused.stderr, /Load 0 was not removed.*load their files again: 1\./);
		const removed = await shell.json<{ total: number }>(['unload', ...to('undone', '--load', '1')], 0, env);
		assert.equal(removed.total, 2);
	});

	it('prints setup SQL that the configured database server supports', async function () {
		this.timeout(10 * 60_000);
		const args = ['load', records, '--print-setup-sql', ...to('fitting')];
		const { code, stdout } = await shell.run(args, env);
		assert.equal(code, 0);
		const statements = stdout.split(';\n').map((sql) => sql.trim());
		for (const statement of statements.filter((sql) => sql !== '' && !sql.startsWith('--'))) {
			await server.current.run(statement);
		}
		assert.match(stdout, /cannot create users with SQL.*users\.xml/);
		assert.equal((await shell.json<Loaded>(['load', records, ...to('fitting')], 0, env)).files[0]?.load, 0);
	});

	it('prints the SQL statements that set up a dataset', async function () {
		this.timeout(10 * 60_000);
		const print = (...more: readonly string[]) =>
			shell.run(['load', records, '--print-setup-sql', '--dataset', 'printed', ...more]);
		const { code, stdout } = await print();
		assert.equal(code, 0);
		assert.match(stdout, /CREATE USER IF NOT EXISTS `printed_reader` .* SETTINGS readonly = 2;/);
		for (const statement of stdout.split(';\n').filter((sql) => /^\s*CREATE (?:DATABASE|TABLE)/.test(sql))) {
			// The oldest supported server has no column compression codecs.
			await server.current.run(statement.replaceAll(' CODEC(ZSTD(1))', ''));
		}
		assert.equal((await shell.json<Loaded>(['load', records, ...to('printed')], 0, env)).files[0]?.load, 0);
		const cluster = (await print('--cluster', 'all')).stdout;
		assert.match(cluster, /`printed`\.records_local ON CLUSTER `all` .* ReplicatedReplacingMergeTree\('[^']*\{shard\}/);
		assert.match(cluster, /Distributed\(`all`, `printed`, records_local, sipHash64\(_digest\)\)/);
	});
});
