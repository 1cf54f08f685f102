import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Shell } from '../../support/cli/commandLine';
import { databasePassword } from '../../support/databases/configuration';
import { useServer } from '../../support/databases/databases';

const records = resolve('test', 'fixtures', 'cli', 'records.csv');

interface Loaded {
	readonly total: number;
	readonly files: readonly { readonly records: number; readonly added: number; readonly load: number }[];
}

describe('Loads of the command line', () => {
	const server = useServer();
	let shell: Shell;
	const env = { APP_ERRORS_DATABASE_PASSWORD: databasePassword };

	before(async () => {
		shell = await Shell.open({ records: 400 });
	});
	after(() => shell[Symbol.asyncDispose]());

	const to = (dataset: string, ...more: readonly string[]) => [
		...['--database', server.current.url, '--user', 'admin', '--dataset', dataset],
		...more,
	];

	it('bring each record once, and say what they do with which fields', async function () {
		this.timeout(10 * 60_000);
		const { code, stdout, stderr } = await shell.run(['load', records, ...to('once', '--set-up')], env);
		assert.equal(code, 0, stderr);
		const first: Loaded = JSON.parse(stdout);
		assert.ok(first.total > 0);
		assert.equal(first.files[0]?.added, first.total);
		assert.match(stderr, /^Loading into once at 127\.0\.0\.1:\d+: .*error/);
		const again = await shell.json<Loaded>(['load', records, records, ...to('once')], 0, env);
		assert.deepEqual([again.total, again.files.map(({ added }) => added)], [first.total, [0, 0]]);
		assert.ok(!shell.written.includes(databasePassword));
	});

	it('leave out what is personal unless it is named', async function () {
		this.timeout(10 * 60_000);
		const file = join(shell.folder, 'personal.csv');
		writeFileSync(
			file,
			'error_name,google_aid,error_timestamp\nSIGSEGV,secret-1,1700000000\nSIGABRT,secret-2,1700000001\n',
		);
		const plain = await shell.run(['load', file, ...to('plain', '--set-up')], env);
		assert.match(plain.stderr, /Left out: google_aid\./);
		const all = ['--fields', 'error_name,google_aid,error_timestamp'];
		const named = await shell.run(['load', file, ...to('named', '--set-up', ...all)], env);
		assert.deepEqual([plain.code, named.code], [0, 0]);
		const columns = (dataset: string) => server.current.run(`SELECT * FROM ${dataset}.records FORMAT TSVWithNames`);
		assert.doesNotMatch(await columns('plain'), /google_aid|secret/);
		assert.match(await columns('named'), /google_aid[\s\S]*secret-1/);
		const other = await shell.run(['load', file, ...to('plain', ...all)], env);
		assert.equal(other.code, 2);
		assert.match(other.stderr, /These records have, and it has not: google_aid\./);
	});

	it('of several processes at once come out whole', async function () {
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
		const ran = await Promise.all(files.map((file) => shell.run(['load', file, ...to('together', '--set-up')], env)));
		assert.deepEqual(
			ran.map(({ code }) => code),
			[0, 0, 0],
			ran.map(({ stderr }) => stderr).join('\n'),
		);
		const counts = await server.current.run('SELECT count(), uniqExact(error_timestamp) FROM together.records');
		assert.equal(counts.trim(), '1000\t1000');
	});

	it('end with a code that says why they could not', async function () {
		this.timeout(10 * 60_000);
		const code = async (args: readonly string[], environment: NodeJS.ProcessEnv = env) =>
			(await shell.run(['load', records, ...args], environment)).code;
		assert.equal(await code(to('nowhere')), 2);
		assert.equal(await code(to('nowhere', '--set-up'), {}), 2);
		assert.equal(await code(to('nowhere', '--set-up'), { APP_ERRORS_DATABASE_PASSWORD: 'wrong' }), 3);
		assert.equal(await code([...to('nowhere', '--set-up'), '--user', 'reader']), 3);
		assert.equal(await code(to('nowhere', '--fields', 'nothing')), 2);
		const away = ['--database', 'http://127.0.0.1:1', '--user', 'admin', '--dataset', 'd'];
		assert.equal(await code(away), 5);
		assert.ok(!shell.written.includes(databasePassword));
	});

	it('print what sets a dataset up, which makes one', async function () {
		this.timeout(10 * 60_000);
		const print = (...more: readonly string[]) =>
			shell.run(['load', records, '--print-set-up', '--dataset', 'printed', ...more]);
		const { code, stdout } = await print();
		assert.equal(code, 0);
		assert.match(stdout, /CREATE USER IF NOT EXISTS `printed_reader` .* SETTINGS readonly = 2;/);
		for (const statement of stdout.split(';\n').filter((sql) => /^\s*CREATE (?:DATABASE|TABLE)/.test(sql))) {
			// The oldest server knows no compression of columns.
			await server.current.run(statement.replaceAll(' CODEC(ZSTD(1))', ''));
		}
		assert.equal((await shell.json<Loaded>(['load', records, ...to('printed')], 0, env)).files[0]?.load, 0);
		const cluster = (await print('--cluster', 'all')).stdout;
		assert.match(cluster, /`printed`\.records_local ON CLUSTER `all` .* ReplicatedReplacingMergeTree\('[^']*\{shard\}/);
		assert.match(cluster, /Distributed\(`all`, `printed`, records_local, sipHash64\(_digest\)\)/);
	});
});
