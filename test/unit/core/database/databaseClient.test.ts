import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { databasePassword } from '../../../support/databases/configuration';
import { useServer } from '../../../support/databases/databases';
import { secretForms } from '../../../support/faults/secretForms';
import { getProblem } from '../service/expectations';
import { ask, useDatabaseHarness } from './databaseHarness';

const endless = 'SELECT count() FROM system.numbers WHERE sipHash64(number) = 1';

describe('DatabaseClient', () => {
	const stage = useDatabaseHarness();
	const server = useServer();
	const url = () => server.current.url;

	const running = async () =>
		(
			await server.current.run(
				`SELECT query FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%system.processes%'`,
			)
		).trim();

	async function until(is: () => Promise<boolean>): Promise<void> {
		for (let tries = 0; tries < 300 && !(await is()); tries++) {
			await pause(100);
		}
		assert.ok(await is());
	}

	before(async () => {
		await server.current.run('CREATE TABLE numbers (n UInt64, t String) ENGINE = MergeTree ORDER BY n');
		await server.current.run(
			"INSERT INTO numbers SELECT number, concat('text ', toString(number)) FROM system.numbers LIMIT 300000",
		);
		await server.current.run("CREATE TABLE halves AS numbers ENGINE = Distributed('half', 'default', 'numbers')");
	});

	describe('database queries', () => {
		it('returns all values of the database rows as strings', async () => {
			const client = await stage.connect(url());
			assert.deepEqual(client.server.version.slice(0, 2), [18, 16]);
			const rows = await client.rows(ask("SELECT 'a', toUInt8(1), NULL, toString(toUInt64(-1)), toUInt64(-1), 1 = 1"));
			assert.deepEqual(rows, [['a', '1', '', '18446744073709551615', '18446744073709551615', '1']]);
			assert.deepEqual(await client.rows(ask('SELECT 1 WHERE 0')), []);
		});

		it('reads a large database result in batches', async () => {
			const client = await stage.connect(url());
			let [count, pieces] = [0, 0];
			for await (const rows of client.batches(
				ask('SELECT toString(n), t FROM numbers ORDER BY n', { maxRows: 300_000 }),
			)) {
				for (const [n, t] of rows) {
					assert.equal(n, String(count));
					assert.equal(t, `text ${count++}`);
				}
				pieces++;
			}
			assert.equal(count, 300_000);
			assert.ok(pieces > 1);
		});

		it('runs queries in the database that the connection specifies', async () => {
			const client = await stage.connect(url(), { database: 'system' });
			assert.deepEqual(await client.rows(ask('SELECT count() > 0 FROM tables')), [['1']]);
		});

		it('reports the progress of a database query', async () => {
			const client = await stage.connect(url());
			const shares: number[] = [];
			const sql = 'SELECT count() FROM (SELECT n FROM numbers WHERE n < 130000 AND sleepEachRow(0.00001) = 0)';
			await client.rows(ask(sql, { onProgress: (share) => shares.push(share) }));
			assert.ok(shares.length > 0);
			assert.deepEqual(
				shares,
				[...shares].sort((a, b) => a - b),
			);
			assert.ok(shares.every((share) => share > 0 && share <= 1));
		});

		it("rejects SQL statements that change data, regardless of the database user's permissions", async () => {
			for (const user of ['admin', 'reader', 'strict']) {
				const client = await stage.connect(url(), { user });
				const problem = await getProblem(client.rows(ask('DROP TABLE numbers')));
				assert.equal(problem.kind, 'databaseForbidden', user);
			}
			assert.equal((await server.current.run('SELECT count() FROM numbers')).trim(), '300000');
		});
	});

	describe('rejected queries', () => {
		it('reports a sign-in error for a wrong password or an unknown user', async () => {
			for (const access of [{ password: 'other' }, { user: 'nobody' }, { password: '' }, { password: 'two\nlines' }]) {
				assert.equal((await getProblem(stage.connect(url(), access))).kind, 'databaseSignIn', JSON.stringify(access));
			}
		});

		it('reports an unknown database, table or column as missing', async () => {
			assert.equal((await getProblem(stage.connect(url(), { database: 'none' }))).kind, 'databaseMissing');
			const client = await stage.connect(url());
			for (const sql of ['SELECT 1 FROM nothing', 'SELECT 1 FROM none.numbers', 'SELECT nothing FROM numbers']) {
				assert.equal((await getProblem(client.rows(ask(sql)))).kind, 'databaseMissing', sql);
			}
		});

		it("reports the server's own message if the server forbids a change", async () => {
			const client = await stage.connect(url(), { user: 'strict' });
			assert.deepEqual(await getProblem(client.rows(ask('DROP TABLE numbers'))), {
				kind: 'databaseForbidden',
				words: 'Cannot drop table in readonly mode',
			});
		});

		it('reports a database query that exceeds the time limit', async () => {
			const client = await stage.connect(url(), {}, { maxSeconds: 1 });
			const problem = await getProblem(client.rows(ask(endless)));
			assert.equal(problem.kind === 'databaseTooMuch' && problem.limit, 'time');
		});

		it('reports that a database query exceeded the time limit after it had returned rows', async () => {
			const client = await stage.connect(url(), {}, { maxSeconds: 1 });
			const sql = 'SELECT toString(number), sleep(0.001) FROM system.numbers';
			const reading = async () => {
				let count = 0;
				for await (const rows of client.batches(ask(sql, { maxRows: 1e12 }))) {
					count += rows.length;
				}
				return count;
			};
			const problem = await getProblem(reading());
			assert.equal(problem.kind === 'databaseTooMuch' && problem.limit, 'time');
		});

		it('reports a database query that exceeds the memory limit', async () => {
			const client = await stage.connect(url(), { user: 'small' });
			const problem = await getProblem(
				client.rows(ask('SELECT length(groupArray(number)) FROM (SELECT number FROM system.numbers LIMIT 10000000)')),
			);
			assert.equal(problem.kind === 'databaseTooMuch' && problem.limit, 'memory');
		});

		it('rejects a result with more than the maximum number of rows instead of truncating it', async () => {
			for (const user of ['reader', 'strict']) {
				const client = await stage.connect(url(), { user });
				assert.equal((await client.rows(ask('SELECT n FROM numbers LIMIT 10', { maxRows: 10 }))).length, 10);
				const problem = await getProblem(client.rows(ask('SELECT n FROM numbers LIMIT 11', { maxRows: 10 })));
				assert.equal(problem.kind === 'databaseTooMuch' && problem.limit, 'rows', user);
			}
		});

		it('reports a result as incomplete if a shard is unavailable', async () => {
			const client = await stage.connect(url());
			assert.equal((await getProblem(client.rows(ask('SELECT count() FROM halves')))).kind, 'databaseIncomplete');
		});
	});

	describe('query settings', () => {
		it('sends the settings that the database user can change', async () => {
			const set = async (user: string) => {
				const client = await stage.connect(url(), { user });
				const rows = await client.rows(
					ask(
						"SELECT name, value FROM system.settings WHERE name IN ('max_execution_time', 'readonly', 'max_result_rows')",
					),
				);
				return Object.fromEntries(rows);
			};
			assert.deepEqual(await set('admin'), { readonly: '2', max_execution_time: '30', max_result_rows: '1000' });
			assert.deepEqual(await set('reader'), { readonly: '2', max_execution_time: '30', max_result_rows: '1000' });
			assert.deepEqual(await set('strict'), { readonly: '1', max_execution_time: '0', max_result_rows: '0' });
			assert.equal((await stage.connect(url(), { user: 'strict' })).server.readonly, 1);
			assert.equal((await stage.connect(url(), { user: 'reader' })).server.readonly, 2);
		});

		it('rejects a database user whose settings skip unavailable shards', async () => {
			assert.deepEqual(await getProblem(stage.connect(url(), { user: 'careless' })), {
				kind: 'databaseCutsAnswers',
				setting: 'skip_unavailable_shards',
			});
		});
	});

	describe('query cancellation on the database server', () => {
		for (const user of ['admin', 'reader', 'strict']) {
			it(`stops a query on the server when the user cancels it (user: ${user})`, async () => {
				const client = await stage.connect(url(), { user });
				const controller = new AbortController();
				const asking = getProblem(client.rows(ask(endless, { signal: controller.signal })));
				await until(async () => (await running()) !== '');
				controller.abort();
				assert.deepEqual(await asking, { kind: 'cancelled' });
				await until(async () => (await running()) === '');
			});

			it(`stops a query on the server when a later query of the same pane replaces it (user: ${user})`, async () => {
				const client = await stage.connect(url(), { user });
				const earlier = getProblem(client.rows(ask(endless, { pane: 'groups' })));
				const other = new AbortController();
				const elsewhere = getProblem(client.rows(ask(`${endless} AND 2 = 2`, { pane: 'rows', signal: other.signal })));
				await until(async () => (await running()).split('\n').length === 2);
				assert.deepEqual(await client.rows(ask('SELECT 1', { pane: 'groups' })), [['1']]);
				assert.deepEqual(await earlier, { kind: 'cancelled' });
				await until(async () => /^[^\n]*2 = 2[^\n]*\n?/.test(await running()) && !(await running()).includes('= 1\n'));
				other.abort();
				assert.deepEqual(await elsewhere, { kind: 'cancelled' });
				await until(async () => (await running()) === '');
			});
		}

		it('stops a query on the server if its result is not read to the end', async () => {
			const client = await stage.connect(url());
			for await (const rows of client.batches(
				ask('SELECT number, sipHash64(number) FROM system.numbers', { maxRows: 1e12 }),
			)) {
				assert.ok(rows.length > 0);
				break;
			}
			await until(async () => (await running()) === '');
		});

		it('stops running queries on the server when the client is closed', async () => {
			const client = await stage.connect(url());
			const asking = getProblem(client.rows(ask(endless)));
			await until(async () => (await running()) !== '');
			await client[Symbol.asyncDispose]();
			assert.deepEqual(await asking, { kind: 'cancelled' });
			await until(async () => (await running()) === '');
		});
	});

	it('retries a query while the database is busy and reports the problem after the last attempt', async () => {
		const client = await stage.connect(url(), { user: 'single' });
		const controller = new AbortController();
		const long = getProblem(client.rows(ask(endless, { signal: controller.signal })));
		await until(async () => (await running()) !== '');
		assert.equal((await getProblem(client.rows(ask('SELECT 1')))).kind, 'databaseBusy');
		const patient = await stage.connect(url(), { user: 'reader' }, { busyDelays: [] });
		assert.deepEqual(await patient.rows(ask('SELECT 1')), [['1']]);
		controller.abort();
		assert.deepEqual(await long, { kind: 'cancelled' });
	});

	it("logs neither passwords nor queries, except in the database server's own log", async () => {
		const client = await stage.connect(url());
		await client.rows(ask("SELECT 'a value of somebody'"));
		await getProblem(client.rows(ask("SELECT 'a value of somebody' FROM nothing")));
		await getProblem(stage.connect(url(), { password: 'another wrong one' }));
		assert.ok(stage.logged.length > 4);
		assert.deepEqual(
			stage.logged.filter((line) => !/^POST 127\.0\.0\.1:\d+\/: \d+ after \d+ ms$/.test(line)),
			[],
		);
		await server.current.run('SYSTEM FLUSH LOGS');
		const told = server.current.log() + (await server.current.run('SELECT * FROM system.query_log FORMAT JSONEachRow'));
		assert.ok(told.includes('a value of somebody'), 'the log of the server is read');
		const bytes = Buffer.from(told);
		assert.deepEqual(
			[...secretForms(databasePassword)].filter(([, form]) => bytes.includes(form)),
			[],
		);
	});
});
