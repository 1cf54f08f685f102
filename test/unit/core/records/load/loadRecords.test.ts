import assert from 'node:assert/strict';
import { AppError, isProblem } from '../../../../../src/core/common/errors';
import type { DatabaseClient } from '../../../../../src/core/database/databaseClient';
import { type LoadProgress, loadRecords } from '../../../../../src/core/records/load/loadRecords';
import { listLoads, removeLoad } from '../../../../../src/core/records/load/removeLoad';
import { createQueries } from '../../../../../src/core/records/queries';
import { createServerQueries } from '../../../../../src/core/records/server/serverQueries';
import { databasePassword } from '../../../../support/databases/configuration';
import { useNewestEngine, useServer } from '../../../../support/databases/databases';
import { rowCounts, unitedCounts } from '../../../../support/databases/overlappingTable';
import { longSuite } from '../../../../support/length';
import { serve } from '../../../../support/network/loopback';
import { Random } from '../../../../support/random';
import { useDatabaseHarness } from '../../database/databaseHarness';
import { getProblem } from '../../service/expectations';
import { MemoryTable, type TestTable } from '../query/support/memoryTable';
import { randomTable } from '../query/support/randomTable';
import { fill, openLoaded, quickTiming, shownRecords } from '../server/support/filled';

const { signal } = new AbortController();

function withTwins(seed: number, records: number): TestTable {
	const random = new Random(seed);
	const { columns } = randomTable(1);
	const rows = random.times(records, () => {
		const second = 1_700_000_000 + random.below(6) * 50_000;
		return [
			random.pick(['SIGSEGV', 'Ошибка', '']),
			random.chance(0.05) ? 'java.lang.E: x\n\tat a.B.c(B.java:1)' : `x${random.below(20)}`,
			'',
			random.pick(['1.0', '2.0']),
			String(random.below(3)),
			random.chance(0.1) ? '' : String(second),
			'',
			String(random.below(3)),
		];
	});
	return { columns, rows };
}

function inMonths(months: readonly number[], hour = 0): TestTable {
	const { columns } = randomTable(1);
	const rows = months.flatMap((month) =>
		Array.from({ length: 30 }, (_, index) => {
			const second = Date.UTC(2023, month, 3 + (index % 15), hour) / 1000;
			return ['SIGSEGV', `x${index % 15}`, '', '1.0', '1', String(second), '', '2'];
		}),
	);
	return { columns, rows };
}

type Intercept = (sql: string, run: () => Promise<void>) => Promise<void>;

function watch(client: DatabaseClient, intercept: Intercept = (_, run) => run()) {
	const statements: string[] = [];
	const change: DatabaseClient['change'] = (asked) => {
		statements.push(asked.sql);
		return intercept(asked.sql, () => client.change(asked));
	};
	const rows: DatabaseClient['rows'] = (asked) => client.rows(asked);
	// Both methods are called on the client itself, because it numbers its queries.
	const watched: DatabaseClient = Object.create(client, { change: { value: change }, rows: { value: rows } });
	return { statements, watched };
}

const byText = ([one]: readonly [string, number], [other]: readonly [string, number]) => (one < other ? -1 : 1);

for (const { name, use, define } of [
	{ name: 'the oldest server', use: () => useServer(), define: describe },
	{ name: 'the newest engine', use: useNewestEngine, define: longSuite },
]) {
	define(`loading into a dataset (${name})`, () => {
		const server = use();
		const stage = useDatabaseHarness();
		let dataset: string;
		let count = 0;

		beforeEach(() => {
			dataset = `loaded_${++count}`;
		});

		const shown = async (client: DatabaseClient) => [...(await shownRecords(client, dataset))].sort(byText);

		it('stores a repeated record with its maximum multiplicity across all loads', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const [first, second, third] = [withTwins(1, 600), withTwins(2, 500), withTwins(3, 1)];
			const loaded: TestTable[] = [];
			for (const table of [first, second, third, first, second]) {
				const before = sum(unitedCounts(loaded));
				loaded.push(table);
				const { records, added, total } = await fill(client, dataset, new MemoryTable(table));
				const expected = sum(unitedCounts(loaded));
				assert.deepEqual([records, added, total], [table.rows.length, expected - before, expected]);
			}
			assert.deepEqual(await shown(client), [...unitedCounts([first, second, third])].sort(byText));
			const opened = await openLoaded(client, dataset);
			assert.ok(
				opened.info.bytes <= [first, second, third].reduce((all, table) => all + new MemoryTable(table).info.bytes, 0),
			);
			assert.deepEqual(await tables(), ['claims', 'keys', 'loads', 'records']);
		});

		it('recognizes repeated records even if their fields are in a different order', async () => {
			const client = await stage.connect(server.current.url);
			const table = withTwins(4, 100);
			await fill(client, dataset, new MemoryTable(table));
			const turned: TestTable = {
				columns: table.columns.toReversed(),
				rows: table.rows.map((row) => row.toReversed()),
			};
			const { added, total } = await fill(client, dataset, new MemoryTable(turned));
			assert.deepEqual([added, total], [0, 100]);
			assert.deepEqual(await shown(client), [...rowCounts(table.rows)].sort(byText));
		});

		it('distinguishes records that differ in a value, in cell boundaries or in whether they are malformed', async () => {
			const client = await stage.connect(server.current.url);
			const columns = ['a', 'b'].map((name) => ({ name, kind: 'text', store: 'raw' }) as const);
			const rows = [
				['a', 'b'],
				['ab', ''],
				['', 'ab'],
				['a1 b', ''],
				['a', '1 b'],
				['A', 'b'],
				['a', 'b'],
			];
			const { total } = await fill(client, dataset, new MemoryTable({ columns, rows, broken: new Set([6]) }));
			assert.equal(total, 7);
			const { added } = await fill(client, dataset, new MemoryTable({ columns, rows }));
			assert.equal(added, 1);
		});

		it('loads only the selected fields of the records into a dataset', async () => {
			const client = await stage.connect(server.current.url);
			const table = new MemoryTable({ ...withTwins(5, 60), broken: new Set([7]) });
			const order = {
				client,
				dataset,
				table,
				setUp: true,
				signal,
				timing: quickTiming,
				onProgress: () => undefined,
			};
			const { total } = await loadRecords({ ...order, columns: [7, 1] });
			assert.equal(total, 60);
			const [[devices, times, raw] = []] = await client.rows({
				sql: `SELECT toString(max(_device)), toString(max(_time)), max(_raw) FROM ${dataset}.records`,
				maxRows: 1,
				signal,
			});
			assert.deepEqual([devices, times, raw], ['0', String(-(2n ** 63n)), '']);
			const opened = await openLoaded(client, dataset);
			assert.deepEqual(
				opened.info.columns.map(({ name }) => name),
				['count', 'error'],
			);
			await assert.rejects(
				loadRecords({ ...order, columns: [1, 2] }),
				(error) =>
					isProblem(error, 'datasetFields') &&
					assert.deepEqual(error.problem, {
						kind: 'datasetFields',
						dataset,
						missing: ['count'],
						unexpected: ['city'],
					}) === undefined,
			);
		});

		it('reports a missing dataset and does not create one automatically', async () => {
			const client = await stage.connect(server.current.url);
			const table = new MemoryTable(withTwins(1, 3));
			const order = { client, dataset, table, columns: [0], setUp: false, signal, onProgress: () => undefined };
			await assert.rejects(loadRecords(order), (error) => isProblem(error, 'databaseMissing'));
			assert.deepEqual(await tables(), []);
		});

		it('concurrent loads wait for each other and all complete', async function () {
			this.timeout(10 * 60_000);
			const loads = [withTwins(11, 300), withTwins(12, 300), withTwins(13, 300)];
			const clients = await Promise.all(loads.map(() => stage.connect(server.current.url)));
			const [first] = clients;
			assert.ok(first);
			const results = await Promise.all(
				loads.map((table, index) => fill(clients[index] ?? first, dataset, new MemoryTable(table))),
			);
			assert.deepEqual(results.map(({ load }) => load).sort(), [0, 1, 2]);
			assert.deepEqual(await shown(first), [...unitedCounts(loads)].sort(byText));
		});

		it('removes a load without losing records that another load also contains', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const [first, second, third] = [withTwins(41, 300), withTwins(42, 300), withTwins(43, 300)];
			for (const table of [first, second, third]) {
				await fill(client, dataset, new MemoryTable(table));
			}
			const remove = (load: number) => removeLoad(client, { dataset, load, timing: quickTiming }, signal);
			const states = async () =>
				(await listLoads(client, dataset, signal)).map(({ load, sharedBy }) => [load, sharedBy]);
			assert.deepEqual(await states(), [
				[0, [1, 2]],
				[1, [2]],
				[2, []],
			]);
			const problemOf = async (load: number) => (await getProblem(remove(load))) as { by?: readonly number[] };
			assert.deepEqual((await problemOf(0)).by, [1, 2]);
			assert.deepEqual((await problemOf(1)).by, [2]);
			assert.equal((await getProblem(remove(7))).kind, 'datasetLoad');
			assert.deepEqual(await shown(client), [...unitedCounts([first, second, third])].sort(byText));
			assert.equal((await remove(2)).total, sum(unitedCounts([first, second])));
			assert.deepEqual(await shown(client), [...unitedCounts([first, second])].sort(byText));
			await remove(1);
			assert.deepEqual(await shown(client), [...unitedCounts([first])].sort(byText));
			assert.equal((await remove(0)).total, 0);
			for (const table of [third, second]) {
				await fill(client, dataset, new MemoryTable(table));
			}
			assert.deepEqual(await shown(client), [...unitedCounts([third, second])].sort(byText));
			assert.deepEqual(await states(), [
				[3, [4]],
				[4, []],
			]);
		});

		it('recognizes Unix times in seconds or milliseconds, regardless of the column name', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const number = (name: string) => ({ name, kind: 'integer', store: 'integer' }) as const;
			const seconds = Array.from({ length: 40 }, (_, index) => 1_700_000_000 + index * 50_000);
			for (const [name, scale, time] of [
				['happened', 1, undefined],
				['ms', 1000, undefined],
				['user_id', 1, 1],
			] as const) {
				const rows = seconds.map((second, index) => [String(index), String(second * scale), `x${index % 3}`]);
				const columns = [number('count'), number(name), { name: 'error', kind: 'text', store: 'dictionary' } as const];
				const table = new MemoryTable({ columns, rows });
				const of = `${dataset}_${name}`;
				const order = { client, dataset: of, table, columns: [0, 1, 2], setUp: true, signal, timing: quickTiming };
				const loaded = await loadRecords({ ...order, time, onProgress: () => undefined });
				assert.equal(loaded.time, name);
				const opened = await openLoaded(client, of);
				assert.equal(opened.info.timeColumn, 1);
				const { answer } = createServerQueries(opened);
				const filter = { kind: 'range', column: 1, from: '2023-11-20', to: '2023-11-25' } as const;
				const question = { view: { filters: [filter], sort: [] }, start: 0, end: 50, columns: [1], cellLength: 50 };
				const { count } = await answer.page(question, { signal, report: () => undefined });
				assert.equal(count, seconds.filter((one) => one >= 1_700_438_400 && one <= 1_700_870_400).length);
				assert.equal((await fill(client, of, table)).added, 0);
			}
		});

		it('finds repeated records without times by their digests', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const untimed = (seed: number) => {
				const { columns, rows } = withTwins(seed, 200);
				const rest = <T>(all: readonly T[]) => all.filter((_, place) => columns[place]?.kind !== 'time');
				return { columns: rest(columns), rows: rows.map((row) => rest(row)) };
			};
			const loaded: TestTable[] = [];
			for (const table of [untimed(51), untimed(52), untimed(51)]) {
				const before = sum(unitedCounts(loaded));
				loaded.push(table);
				const { added, time } = await fill(client, dataset, new MemoryTable(table));
				assert.deepEqual([added, time], [sum(unitedCounts(loaded)) - before, undefined]);
			}
			assert.deepEqual(await shown(client), [...unitedCounts(loaded)].sort(byText));
		});

		it("keeps another process's staging tables as long as it sends heartbeats", async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			await fill(client, dataset, new MemoryTable(withTwins(61, 20)));
			const owners = ['a'.repeat(32), 'b'.repeat(32)];
			for (const [index, owner] of owners.entries()) {
				await server.current.run(`CREATE TABLE ${dataset}.staging_${owner}_1 (a UInt8) ENGINE = Memory`);
				await server.current.run(
					`INSERT INTO ${dataset}.claims (owner, state, at) SELECT '${owner}', 'staging', toInt64(toUnixTimestamp(now())) - ${index * 1000} FROM system.one`,
				);
			}
			await fill(client, dataset, new MemoryTable(withTwins(62, 20)));
			assert.deepEqual(
				(await tables()).filter((name) => name.startsWith('staging')),
				[`staging_${owners[0]}_1`],
			);
		});

		it('attaches the partitions of months without repeated records and copies the records of other months', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const [first, second] = [inMonths([0, 1]), inMonths([1, 2])];
			const { statements, watched } = watch(client);
			for (const { table, added, attached, copied } of [
				{ table: first, added: 60, attached: 2, copied: 0 },
				{ table: second, added: 30, attached: 1, copied: 1 },
				{ table: inMonths([1], 12), added: 30, attached: 1, copied: 0 },
				{ table: inMonths(Array.from({ length: 40 }, (_, month) => month)), added: 37 * 30, attached: 0, copied: 2 },
			]) {
				statements.length = 0;
				assert.equal((await fill(watched, dataset, new MemoryTable(table))).added, added);
				assert.equal(statements.filter((sql) => / ATTACH PARTITION /.test(sql)).length, attached);
				assert.equal(statements.filter((sql) => /^INSERT INTO `\w+`\.records /.test(sql)).length, copied);
			}
			const expected = unitedCounts([inMonths(Array.from({ length: 40 }, (_, month) => month)), inMonths([1], 12)]);
			assert.deepEqual(await shown(client), [...expected].sort(byText));
			assert.deepEqual(await tables(), ['claims', 'keys', 'loads', 'records']);
		});

		it('adds all records exactly once even if attaching a partition fails or the response is lost', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const table = inMonths([0, 1, 2]);
			for (const [index, isLost] of [false, true].entries()) {
				const of = `${dataset}_${index}`;
				const { watched } = watch(client, async (sql, run) => {
					const isAttachment = / ATTACH PARTITION /.test(sql);
					if (!isAttachment || isLost) {
						await run();
					}
					if (isAttachment) {
						throw new AppError({ kind: 'databaseNetwork', fault: 'reset', host: '', code: '' });
					}
				});
				const { added, total } = await fill(watched, of, new MemoryTable(table));
				assert.deepEqual([added, total], [90, 90]);
				assert.deepEqual(await shownRecords(client, of), unitedCounts([table]));
			}
		});

		it('drops the staging tables of a process whose claim has expired', async () => {
			const client = await stage.connect(server.current.url);
			await fill(client, dataset, new MemoryTable(withTwins(71, 20)));
			const owner = 'cccccccc-cccc-cccc-cccc-cccccccccccc';
			const staging = `staging_${owner.replaceAll('-', '')}_1_1`;
			await server.current.run(`CREATE TABLE ${dataset}.${staging} AS ${dataset}.records`);
			for (const [name, state, age] of [
				[owner, 'holding', 1000],
				[owner.replaceAll('-', ''), 'staging', 0],
			] as const) {
				await server.current.run(
					`INSERT INTO ${dataset}.claims (owner, state, at) SELECT '${name}', '${state}', toInt64(toUnixTimestamp(now())) - ${age} FROM system.one`,
				);
			}
			await fill(client, dataset, new MemoryTable(withTwins(72, 20)));
			assert.deepEqual(await tables(), ['claims', 'keys', 'loads', 'records']);
		});

		it("ignores loads that ended without releasing their claim, regardless of the server's clock", async () => {
			const client = await stage.connect(server.current.url);
			const table = withTwins(31, 40);
			await fill(client, dataset, new MemoryTable(table));
			for (const [owner, seconds] of [
				['late', 86_400],
				['early', -86_400],
			] as const) {
				await server.current.run(
					`INSERT INTO ${dataset}.claims (owner, state, at) SELECT '${owner}', 'holding', toInt64(toUnixTimestamp(now())) + ${seconds} FROM system.one`,
				);
			}
			assert.equal((await fill(client, dataset, new MemoryTable(withTwins(32, 40)))).records, 40);
		});

		it('reports the load progress and adds no records if the load is canceled', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const table = new MemoryTable(withTwins(21, 500));
			for (const stage of ['sending', 'merging'] as const) {
				const stop = new AbortController();
				const seen: LoadProgress[] = [];
				const loading = loadRecords({
					client,
					dataset,
					table,
					columns: [...table.columns.keys()],
					setUp: true,
					timing: quickTiming,
					onProgress: (progress) => {
						seen.push(progress);
						if (progress.stage === stage) {
							stop.abort();
						}
					},
					signal: stop.signal,
				});
				await assert.rejects(loading, (error) => isProblem(error, 'cancelled'));
				assert.equal(seen.at(-1)?.of, 500);
				const opened = await openLoaded(client, dataset);
				assert.equal(opened.info.total, 0);
				assert.deepEqual(await tables(), ['claims', 'keys', 'loads', 'records']);
			}
			assert.equal((await fill(client, dataset, table)).added, 500);
		});

		it('returns the same query results for loaded records as for the file', async () => {
			const client = await stage.connect(server.current.url);
			const table = new MemoryTable(randomTable(9));
			await fill(client, dataset, table);
			await fill(client, dataset, table);
			const opened = await openLoaded(client, dataset);
			const question = {
				view: { filters: [], sort: [] },
				key: { kind: 'frames' as const },
				order: 'records' as const,
				descending: true,
				start: 0,
				end: 50,
				trendParts: 5,
			};
			const context = { signal, report: () => undefined };
			assert.deepEqual(
				await createServerQueries(opened).answer.groups(question, context),
				await createQueries(table).answer.groups(question, context),
			);
		});

		async function tables(): Promise<string[]> {
			const listed = await server.current.run(
				`SELECT name FROM system.tables WHERE database = '${dataset}' ORDER BY name`,
			);
			return listed.split('\n').filter(Boolean);
		}
	});
}

describe('loading into a dataset with restricted permissions or resources', () => {
	const server = useServer();
	const stage = useDatabaseHarness();

	it('adds no records if the server rejects a load because of its memory limit', async function () {
		this.timeout(10 * 60_000);
		const [admin, poor] = [
			await stage.connect(server.current.url),
			await stage.connect(server.current.url, { user: 'poor' }),
		];
		await fill(admin, 'memory', new MemoryTable(withTwins(1, 20)));
		const table = new MemoryTable(withTwins(2, 60_000));
		const isMemory = (error: unknown) => isProblem(error, 'databaseTooMuch') && error.problem.limit === 'memory';
		await assert.rejects(fill(poor, 'memory', table), isMemory);
		assert.equal((await openLoaded(admin, 'memory')).info.total, 20);
		const left = await server.current.run("SELECT count() FROM system.tables WHERE database = 'memory'");
		assert.equal(left.trim(), '4');
		const { total, records } = await fill(admin, 'memory', table);
		assert.ok(total >= records);
	});

	it("adds no records if the server's disk is full during any write", async function () {
		this.timeout(10 * 60_000);
		const admin = await stage.connect(server.current.url);
		await fill(admin, 'disk', new MemoryTable(withTwins(1, 20)));
		const table = new MemoryTable(withTwins(2, 500));
		const isDisk = (error: unknown) => isProblem(error, 'databaseTooMuch') && error.problem.limit === 'disk';
		for (const full of [/^INSERT INTO `disk`\.staging_/, /^INSERT INTO `disk`\.keys/, /^INSERT INTO `disk`\.records/]) {
			await using way = await withoutSpace(server.current.url, full);
			const client = await stage.connect(way.url);
			await assert.rejects(fill(client, 'disk', table), isDisk, String(full));
			assert.equal((await openLoaded(admin, 'disk')).info.total, 20);
			const left = await server.current.run("SELECT count() FROM system.tables WHERE database = 'disk'");
			assert.equal(left.trim(), '4');
		}
		const { total, records } = await fill(admin, 'disk', table);
		assert.ok(total >= records);
	});

	it('rejects a dataset with the columns of another version of App Errors', async () => {
		const admin = await stage.connect(server.current.url);
		await fill(admin, 'older', new MemoryTable(withTwins(1, 20)));
		await server.current.run('ALTER TABLE older.records DROP COLUMN _fault');
		const isMissing = (error: unknown) => isProblem(error, 'databaseMissing');
		await assert.rejects(openLoaded(admin, 'older'), isMissing);
		await assert.rejects(fill(admin, 'older', new MemoryTable(withTwins(2, 20))), isMissing);
	});

	it('reports missing permissions in plain language and never reveals the password', async () => {
		const admin = await stage.connect(server.current.url);
		const table = new MemoryTable(withTwins(1, 20));
		await fill(admin, 'rights', table);
		for (const user of ['reader', 'strict']) {
			const client = await stage.connect(server.current.url, { user });
			await assert.rejects(fill(client, 'rights', table), (error) => isProblem(error, 'databaseForbidden'));
		}
		await server.current.run('SYSTEM FLUSH LOGS');
		const log = await server.current.run('SELECT query FROM system.query_log');
		const [start = ''] = databasePassword.split('&');
		for (const text of [log, stage.logged.join('\n')]) {
			assert.ok(text.length > 100 && !text.includes(start));
		}
	});
});

function withoutSpace(url: string, full: RegExp) {
	return serve(async (request, response) => {
		const body = Buffer.concat(await request.toArray());
		const asked = new URL(request.url ?? '', url);
		if (full.test(asked.searchParams.get('query') ?? body.toString())) {
			response.writeHead(500);
			response.end('Code: 243, e.displayText() = DB::Exception: Cannot reserve 1.00 MiB, not enough space.');
			return;
		}
		const headers = Object.entries(request.headers).filter(([name]) => /^x-|^content-(?:type|encoding)$/.test(name));
		const answered = await fetch(asked, {
			method: 'POST',
			headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
			body,
		});
		response.writeHead(answered.status);
		response.end(Buffer.from(await answered.arrayBuffer()));
	});
}

function sum(counts: ReadonlyMap<string, number>): number {
	return [...counts.values()].reduce((all, times) => all + times, 0);
}
