import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isProblem } from '../../../../../src/core/common/errors';
import { createQueries } from '../../../../../src/core/records/queries';
import { createServerQueries } from '../../../../../src/core/records/server/serverQueries';
import type { RecordFilter, View } from '../../../../../src/shared/results';
import { useNewestEngine, useServer } from '../../../../support/databases/databases';
import { inParts, longSuite } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useDatabaseHarness } from '../../database/databaseHarness';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { MemoryTable, type TestTable } from '../query/support/memoryTable';
import { randomTable } from '../query/support/randomTable';
import { ComparedAnswers, groupKeys } from './support/comparedAnswers';
import { fill, openLoaded } from './support/filled';
import { randomQuestions } from './support/queries';

const { signal } = new AbortController();
const context = { signal, report: () => undefined };

/** For more cases, run `ANSWERS_SEEDS=20 ANSWERS_ROUNDS=20 node test/run-unit.mjs --grep "server query results"`. */
const seeds = Number(process.env['ANSWERS_SEEDS'] ?? 2);
const rounds = Number(process.env['ANSWERS_ROUNDS'] ?? 3);

/** Names and values that could escape from SQL literals, and texts that are compared by their start. */
const hostile: TestTable = {
	columns: ['error', '', '_n', "a' OR 1 = 1 --", '`b`', 'error', 'c\\', 'error_timestamp'].map((name, place) => ({
		name,
		kind: place === 7 ? 'time' : place === 2 ? 'version' : 'text',
		store: 'raw',
	})),
	rows: Array.from({ length: 40 }, (_, row) => [
		`${'ü'.repeat(8191 + (row % 3))}${'€'.repeat(row % 2)}x${row}`,
		["'", '\\', '\0', '\n\r\t', '`', "\\'", 'Ω', '%', '{a:String}'][row % 9] ?? '',
		['1.0', '1', 'v2', '', '1.0-rc1', 'ß'][row % 6] ?? '',
		row % 4 === 0 ? '' : `${row}'); DROP TABLE records --`,
		String(row % 5),
		row % 2 === 0 ? 'a' : 'A',
		'\u212a\\',
		['1700000000', '-5', 'soon', '', '2023-11-14 22:13:20', '99999999999999'][row % 6] ?? '',
	]),
	broken: new Set([3, 9]),
};

/** Columns of each type in Parquet files, and columns in which one value doesn't have the type of the others. */
const typedTexts = [
	['true', 'false', ''],
	['true', 'True', ''],
	['9223372036854775807', '-9223372036854775808', '0'],
	['9223372036854775808', '', '18446744073709551615'],
	['9223372036854775808', '-1', '1'],
	['18446744073709551616', '1', '2'],
	['007', '1', '2'],
	['-0', '1', '2'],
	['+1', '1', '2'],
	['1.0', '1', '2'],
	['2026-11-20 09:02:03', '2024-02-29 23:59:59', '2000-02-29 00:00:00.001'],
	['0099-12-31 09:02:03.000001', '9999-04-30 00:00:00', ''],
	...[
		'2026-02-29 00:00:00',
		'2100-02-29 00:00:00',
		'2026-04-31 00:00:00',
		'2026-00-01 00:00:00',
		'2026-01-01 24:00:00',
		'2026-01-01 00:00:60',
		'2026-01-01 00:00:00.000',
		'2026-01-01 00:00:00.120000',
		'2026-01-01 00:00:00.12',
		'2026-01-01T00:00:00',
		'2026-01-01',
	].map((text) => ['2026-11-20 09:02:03', text, '']),
	['', '', ''],
];

const typed: TestTable = {
	columns: typedTexts.map((_, place) => ({ name: `column ${place}`, kind: 'text', store: 'raw' })),
	rows: [0, 1, 2].map((row) => typedTexts.map((texts) => texts[row] ?? '')),
};

for (const { name, use, define } of [
	{ name: 'the oldest server', use: () => useServer(), define: describe },
	{ name: 'the newest engine', use: useNewestEngine, define: longSuite },
]) {
	define(`server query results (${name})`, () => {
		const server = use();
		const stage = useDatabaseHarness();
		const folder = useTemporaryFolder();

		async function loaded(title: string, table: MemoryTable) {
			const client = await stage.connect(server.current.url);
			await fill(client, title, table);
			const dataset = await openLoaded(client, title);
			assert.equal(dataset.info.total, table.records);
			return dataset;
		}

		it('sends only one server query when the user scrolls to the next page of a sorted view', async () => {
			const random = new Random(8);
			const table = new MemoryTable({
				columns: [
					{ name: 'analytics_device_id', kind: 'integer', store: 'dictionary' },
					{ name: 'error_timestamp', kind: 'time', store: 'integer' },
				],
				rows: random.times(3000, () => [
					String(10n ** 17n + BigInt(random.below(2 ** 32)) * 2n ** 26n),
					String(1_700_000_000 + random.below(40) * 86_400),
				]),
			});
			const client = await stage.connect(server.current.url);
			await fill(client, 'spread', table);
			const asked: string[] = [];
			const rows: typeof client.rows = (question) => {
				asked.push(question.sql);
				return client.rows(question);
			};
			const { answer } = createServerQueries(await openLoaded({ rows }, 'spread'), 30);
			const ofFile = createQueries(table).answer;
			const counts: number[] = [];
			for (let start = 0; start < 1000; start += 20) {
				asked.length = 0;
				const page = { view: { filters: [], sort: [{ column: 0, descending: true }] }, start, end: start + 20 };
				const params = { ...page, columns: [0, 1], cellLength: 100 };
				assert.deepEqual(await answer.page(params, context), await ofFile.page(params, context));
				counts.push(asked.length);
			}
			const once = counts.filter((count) => count === 1).length;
			assert.ok(once > counts.length / 2, counts.join(' '));
		});

		it('saves the same records from a server as from a file', async function () {
			this.timeout(10 * 60_000);
			const view: View = { filters: [], sort: [{ column: 3, descending: true }] };
			for (const [title, records, format] of [
				['saved_csv', randomTable(5), 'csv'],
				['saved_parquet', randomTable(5), 'parquet'],
				['typed', typed, 'parquet'],
			] as const) {
				const table = new MemoryTable(records);
				const dataset = await loaded(title, table);
				const what = {
					view,
					columns: [...table.columns.keys()],
					format,
					spreadsheetSafe: false,
					header: true,
					tracesAsWritten: true,
				};
				const [one, other] = ['file', 'server'].map((name) => join(folder.path, `${name}.${format}`));
				const ofFile = await createQueries(table).save({ what, path: one ?? '' }, context);
				const ofServer = await createServerQueries(dataset, 30).save({ what, path: other ?? '' }, context);
				assert.deepEqual(ofServer, ofFile);
				assert.deepEqual(await readFile(other ?? ''), await readFile(one ?? ''));
			}
		});

		it('rejects a page if records were deleted from the server after they were counted', async function () {
			this.timeout(10 * 60_000);
			const dataset = await loaded('gone', new MemoryTable(randomTable(5)));
			const { answer, save } = createServerQueries(dataset, 10);
			const view: View = { filters: [], sort: [] };
			const end = dataset.info.total;
			const page = () => answer.page({ view, start: 0, end, columns: [0], cellLength: 9 }, context);
			assert.equal((await page()).rows.length, end);
			await server.current.run('ALTER TABLE gone.records DELETE WHERE _n % 7 = 3');
			const left = async () => (await dataset.rows('SELECT toString(count()) FROM gone.records', 1, signal))[0]?.[0];
			while ((await left()) === String(end)) {
				await pause(50);
			}
			const isTold = (error: unknown) => isProblem(error, 'databaseAnswer') && error.problem.fault === 'changed';
			await assert.rejects(async () => page(), isTold);
			const what = {
				view,
				columns: [1],
				format: 'csv' as const,
				spreadsheetSafe: false,
				header: true,
				tracesAsWritten: true,
			};
			await assert.rejects(save({ what, path: join(folder.path, 'gone.csv') }, context), isTold);
			assert.deepEqual(await readdir(folder.path), []);
		});

		inParts('server query results match those for a file with the same random records', 2, async (part) => {
			for (let seed = 1 + part; seed <= seeds; seed += 2) {
				const data = randomTable(seed);
				const dataset = await loaded(`random_${seed}`, new MemoryTable(data));
				const compared = new ComparedAnswers(`random_${seed}`, data, dataset);
				await compared.askAtRandom(new Random(seed * 7919), rounds);
				compared.assertEqual();
			}
		});

		it('database returns the same query results as a file despite malicious names and values', async function () {
			this.timeout(10 * 60_000);
			const dataset = await loaded('hostile', new MemoryTable(hostile));
			const compared = new ComparedAnswers('hostile', hostile, dataset);
			const random = new Random(1);
			const { rows, columns } = hostile;
			for (let round = 0; round < 6; round++) {
				const column = round % columns.length;
				const value = rows[random.below(rows.length)]?.[column] ?? '';
				const filter = random.pick<RecordFilter>([
					{ kind: 'oneOf', column, values: [value, 'x'] },
					{ kind: 'contains', column, text: value.slice(-3) },
					{ kind: 'anywhere', text: value.slice(0, 4) },
					{ kind: 'range', column, from: value },
					{ kind: 'matches', column, pattern: "[\\\\'a-z]$" },
				]);
				const view = { filters: round % 2 === 0 ? [filter] : [], sort: [{ column, descending: round % 3 === 0 }] };
				for (const [query, params] of randomQuestions(random, groupKeys, view, rows.length, columns.length)) {
					await compared.ask(query, params);
				}
			}
			compared.assertEqual();
		});
	});
}
