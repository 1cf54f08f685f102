import assert from 'node:assert/strict';
import { isProblem } from '../../../../../src/core/common/errors';
import type { DatabaseClient } from '../../../../../src/core/database/databaseClient';
import { nameLiteral, textLiteral } from '../../../../../src/core/database/literals';
import type { TableMapping } from '../../../../../src/core/database/tableMapping';
import { FieldTable } from '../../../../../src/core/plan/fields';
import { createQueries } from '../../../../../src/core/records/queries';
import { Dataset } from '../../../../../src/core/records/server/dataset/dataset';
import { createServerQueries } from '../../../../../src/core/records/server/serverQueries';
import type { RecordQueries, RecordQuery } from '../../../../../src/shared/recordsApi';
import type { ColumnKind, GroupKey, RecordFilter, View } from '../../../../../src/shared/results';
import { type TestDatabase, useNewestEngine, useServer } from '../../../../support/databases/databases';
import { inParts, longSuite } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useDatabaseHarness } from '../../database/databaseHarness';
import { MemoryTable, type TestTable } from '../query/support/memoryTable';
import { Oracle } from '../query/support/oracle';
import { randomFilter } from '../query/support/querying';
import { outcome, randomQuestions } from './support/queries';

const { signal } = new AbortController();
const context = { signal, report: () => undefined };

/** More random cases run if these environment variables are larger, for example 20. */
const seeds = Number(process.env['ANSWERS_SEEDS'] ?? 2);
const rounds = Number(process.env['ANSWERS_ROUNDS'] ?? 1);

interface Cell {
	readonly sql: string;
	readonly text: string;
}

interface MappedColumn {
	/** Column name in the table. */
	readonly name: string;
	readonly type: string;
	/** Field name in the records. */
	readonly field: string;
	readonly kind: ColumnKind;
	readonly few?: boolean;
	cell(random: Random): Cell;
}

const text = (value: string): Cell => ({ sql: textLiteral(value), text: value });
const number = (value: bigint | number): Cell => ({ sql: String(value), text: String(value) });
const none: Cell = { sql: 'NULL', text: '' };

const written = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const second = (random: Random) => 1_700_000_000 + random.below(random.chance(0.1) ? 100_000_000 : 100_000);

const times: Readonly<Record<string, (random: Random) => Cell>> = {
	DateTime: (random) => {
		const at = second(random);
		return { sql: `toDateTime(${at})`, text: written(at) };
	},
	'Nullable(DateTime)': (random) => {
		const at = second(random);
		return random.chance(0.2) ? none : { sql: `toDateTime(${at})`, text: written(at) };
	},
	Date: (random) => {
		const day = 19_000 + random.below(20);
		return { sql: `toDate(${day})`, text: written(day * 86_400) };
	},
	Int64: (random) => {
		const at = second(random);
		return random.chance(0.2) ? number(-5) : { sql: String(at * 1000 + 7), text: written(at) };
	},
	UInt32: (random) => {
		const at = second(random);
		return random.chance(0.1) ? number(0) : { sql: String(at), text: written(at) };
	},
	String: (random) => {
		const at = second(random);
		return random.pick([
			{ sql: `'${new Date(at * 1000).toISOString().slice(0, 19)}Z'`, text: written(at) },
			{ sql: `'${at}'`, text: written(at) },
			text('soon'),
			text(''),
		]);
	},
	"DateTime64(3, 'Europe/Berlin')": (random) => {
		const at = second(random);
		return { sql: `toDateTime64('${written(at)}.250', 3, 'UTC')`, text: `${written(at)}.250` };
	},
};

const uuids = ['61f0c404-5cb3-11e7-907b-a6006ad3dba0', '00000000-0000-0000-0000-000000000000'] as const;
const ids = [0n, 7n, 2n ** 64n - 1n, 2n ** 63n, 99n, 100n] as const;
const versions = [
	'1.2',
	'1.10',
	'1.2.0',
	'2',
	'1.9.9',
	'10.0',
	'v2.1',
	'2.0-rc1',
	'2.0b3',
	'2.0a',
	'1.0.0x',
	'',
	'0.0',
	'1.04',
] as const;
const hostileTexts = ["'", '\\', "a' OR 1 = 1 --", '`', '\n\r\t', '%', 'ошибка', 'a', 'A', '{x:String}', 'ü'] as const;

function columnsOf(time: string, isNew: boolean): readonly MappedColumn[] {
	return [
		{
			name: 'name',
			field: 'error_name',
			kind: 'text',
			...(isNew ? { type: 'LowCardinality(String)', few: true } : { type: 'String' }),
			cell: (random) => text(random.pick(['java.lang.IllegalStateException', 'SIGSEGV', 'ошибка сети', ''])),
		},
		{
			name: "st'ack`",
			type: 'String',
			field: 'error',
			kind: 'text',
			cell: (random) =>
				text(`java.lang.A: ${random.pick(hostileTexts)} id ${random.below(6)}\n\tat com.example.Shop.load(Shop.kt)`),
		},
		{
			name: '_time',
			type: 'Nullable(String)',
			field: '_time',
			kind: 'text',
			cell: (random) => (random.chance(0.2) ? none : text(random.pick(hostileTexts))),
		},
		{
			name: 'ver',
			type: 'String',
			field: 'app_version_name',
			kind: 'version',
			cell: (random) => text(random.pick(versions)),
		},
		{
			name: 'device \\',
			type: 'UInt64',
			field: 'analytics_device_id',
			kind: 'integer',
			cell: (random) => number(random.pick(ids)),
		},
		{ name: 'at', type: time, field: 'error_datetime', kind: 'time', cell: times[time] ?? (() => none) },
		{
			name: '_n',
			type: 'Nullable(Int64)',
			field: '_n',
			kind: 'integer',
			cell: (random) =>
				random.pick([
					none,
					number(-10n),
					number(-9n),
					number(9),
					number(-(2n ** 63n)),
					number(2n ** 63n - 1n),
					number(0),
				]),
		},
		{
			name: 'error_datetime',
			type: 'FixedString(6)',
			field: 'error_datetime_2',
			kind: 'text',
			cell: (random) => text(random.pick(['abc', '', 'abcdef'])),
		},
		{
			name: '_x0',
			type: "Enum8('a' = 1, 'b\\'c' = -2)",
			field: '_x0',
			kind: 'text',
			few: true,
			cell: (random) => text(random.pick(['a', "b'c"])),
		},
		{
			name: 'tags',
			type: 'Array(String)',
			field: 'tags',
			kind: 'text',
			cell: (random) =>
				random.pick([
					{ sql: '[]', text: '[]' },
					{ sql: "['a','b\\'']", text: "['a','b\\'']" },
				]),
		},
		{
			name: 'error_timestamp',
			type: 'UUID',
			field: 'error_timestamp_2',
			kind: 'text',
			cell: (random) => text(random.pick(uuids)),
		},
		{
			name: 'ratio',
			type: 'Float64',
			field: 'ratio',
			kind: 'text',
			cell: (random) => random.pick([number(1.5), number(0), number(-2.25), { sql: 'nan', text: 'nan' }]),
		},
		{
			name: 'os_version',
			type: 'Date',
			field: 'os_version',
			kind: 'version',
			cell: (random) => {
				const day = random.below(3) + 19_000;
				return { sql: `toDate(${day})`, text: written(day * 86_400).slice(0, 10) };
			},
		},
	];
}

const keys: readonly [GroupKey, ...GroupKey[]] = [
	{ kind: 'name' },
	{ kind: 'column', column: 1 },
	{ kind: 'column', column: 3 },
	{ kind: 'column', column: 4 },
	{ kind: 'column', column: 7 },
	{ kind: 'column', column: 9 },
];

function mappingOf(table: string, time: string): TableMapping {
	const others = { name: 'name', error: "st'ack`", version: 'ver', device: 'device \\' };
	return { database: 'others `x', table, time: { name: 'at', type: time }, others };
}

async function make(
	{ run }: Pick<TestDatabase, 'run'>,
	{ database, table }: TableMapping,
	columns: readonly MappedColumn[],
	rows: readonly (readonly Cell[])[],
): Promise<void> {
	const name = `${nameLiteral(database)}.${nameLiteral(table)}`;
	await run(`CREATE DATABASE IF NOT EXISTS ${nameLiteral(database)}`);
	await run(`DROP TABLE IF EXISTS ${name}`);
	const defined = columns.map((column) => `${nameLiteral(column.name)} ${column.type}`).join(', ');
	await run(`CREATE TABLE ${name} (${defined}) ENGINE = MergeTree ORDER BY tuple()`);
	const parts = rows.map(
		(row) => `SELECT ${row.map(({ sql }, place) => `CAST(${sql} AS ${columns[place]?.type})`).join(', ')}`,
	);
	for (let first = 0; first < parts.length; first += 40) {
		await run(`INSERT INTO ${name} ${parts.slice(first, first + 40).join(' UNION ALL ')}`);
	}
}

function renumbered(value: unknown, numberOf: (number: number) => number): unknown {
	if (Array.isArray(value)) {
		return value.map((one) => renumbered(one, numberOf));
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) =>
			(name === 'number' || name === 'firstRecord') && typeof one === 'number'
				? [name, numberOf(one)]
				: [name, renumbered(one, numberOf)],
		),
	);
}

async function opened(client: DatabaseClient, mapping: TableMapping, columns: readonly MappedColumn[]) {
	const dataset = await Dataset.openMapped(client, mapping, { fields: new FieldTable(), natural: 'loaded' }, signal);
	const rows = await dataset.rows(
		`SELECT toString(_n), ${dataset.columns.map((column) => column.text).join(', ')} FROM ${dataset.from} ORDER BY _n, _row`,
		10_000,
		signal,
	);
	const data: TestTable = {
		columns: columns.map(({ field, kind, few }) => ({ name: field, kind, store: few ? 'dictionary' : 'raw' })),
		rows: rows.map(([, ...cells]) => cells),
	};
	const numbers = rows.map(([number]) => Number(number));
	return { dataset, data, numbers };
}

for (const { name, use, isNew } of [
	{ name: 'the oldest server', use: () => useServer(), isNew: false },
	{ name: 'the newest engine', use: useNewestEngine, isNew: true },
]) {
	(isNew ? longSuite : describe)(`query results from a mapped table (${name})`, () => {
		const server = use();
		const stage = useDatabaseHarness();

		const fields = { fields: new FieldTable(), natural: 'loaded' } as const;
		const usual = columnsOf('DateTime', false);

		async function small(table: string, rows: number) {
			const random = new Random(rows);
			const mapping = mappingOf(table, 'DateTime');
			const cells = random.times(rows, () => usual.map((column) => column.cell(random)));
			await make(server.current, mapping, usual, cells);
			return mapping;
		}

		it('refuses to open a mapped table if the table or a mapped column is missing', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const mapping = await small('lacking', 3);
			const isMissing = (error: unknown) => isProblem(error, 'databaseMissing');
			for (const wrong of [
				{ ...mapping, table: 'nowhere' },
				{ ...mapping, time: { ...mapping.time, name: 'when' } },
				{ ...mapping, time: { name: 'ratio', type: 'DateTime' } },
				{ ...mapping, others: { error: 'gone' } },
			]) {
				await assert.rejects(Dataset.openMapped(client, wrong, fields, signal), isMissing, JSON.stringify(wrong));
			}
			const { answer } = createServerQueries(await Dataset.openMapped(client, mapping, fields, signal));
			const { database, table } = mapping;
			await server.current.run(`DROP TABLE ${nameLiteral(database)}.${nameLiteral(table)}`);
			const page = { view: { filters: [], sort: [] }, start: 0, end: 9, columns: [0], cellLength: 9 };
			await assert.rejects(async () => answer.page(page, context), isMissing);
		});

		it('rejects grouping by stack trace for a mapped database table', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const dataset = await Dataset.openMapped(client, await small('traces', 3), fields, signal);
			const { answer } = createServerQueries(dataset);
			for (const kind of ['frames', 'message', 'topFrame'] as const) {
				const asked = { view: { filters: [], sort: [] }, key: { kind }, order: 'records', descending: true } as const;
				await assert.rejects(
					async () => answer.groups({ ...asked, start: 0, end: 9, trendParts: 0 }, context),
					(error) => isProblem(error, 'onlyInFiles') && error.problem.what === 'groups',
				);
			}
		});

		it('updates record counts after rows were added to the mapped table', async function () {
			this.timeout(10 * 60_000);
			const client = await stage.connect(server.current.url);
			const mapping = await small('written', 30);
			const { answer } = createServerQueries(await Dataset.openMapped(client, mapping, fields, signal), 10);
			const page = { view: { filters: [], sort: [] }, start: 0, end: 99, columns: [0], cellLength: 9 };
			const shown = async () => {
				const { count, rows } = await answer.page(page, context);
				return [count, rows.length];
			};
			assert.deepEqual(await shown(), [30, 30]);
			const name = `${nameLiteral(mapping.database)}.${nameLiteral(mapping.table)}`;
			await server.current.run(`INSERT INTO ${name} SELECT * FROM ${name}`);
			assert.deepEqual(await shown(), [60, 60]);
			assert.deepEqual(await shown(), [60, 60]);
		});

		inParts('mapped table results match those for a file with the same records', 2, async (part) => {
			const client = await stage.connect(server.current.url);
			const types = Object.keys(times).filter((type) => isNew || !type.startsWith('DateTime64'));
			for (let seed = 1 + part; seed <= seeds; seed += 2) {
				const random = new Random(seed * 7919);
				const type = types[(3 * seed) % types.length] ?? 'DateTime';
				const columns = columnsOf(type, isNew);
				const mapping = mappingOf(`table ' ${seed}`, type);
				const some = random.times(random.below(200), () => columns.map((column) => column.cell(random)));
				const rows = [
					...some,
					...some.slice(0, 20),
					...some.slice(0, 5),
					...some.slice(0, 9).map((row) => row.with(1, text('other'))),
				];
				await make(server.current, mapping, columns, rows);
				const { dataset, data, numbers } = await opened(client, mapping, columns);
				assert.deepEqual(
					data.rows.map((row) => row.join('|')).sort(),
					rows.map((row) => row.map((cell) => cell.text).join('|')).sort(),
				);
				assert.deepEqual(
					dataset.info.columns.map((column) => [column.name, column.kind]),
					columns.map(({ field, kind }) => [field, kind]),
				);
				const { total, timeColumn, deviceColumn, versionColumn } = dataset.info;
				assert.deepEqual([total, timeColumn, deviceColumn, versionColumn], [rows.length, 5, 4, 3]);

				const ofServer = createServerQueries(dataset, 10).answer;
				const ofFile = createQueries(new MemoryTable(data)).answer;
				const differing: string[] = [];
				const toServer = (number: number) => numbers[number] ?? 1;
				const toFirst = (number: number) => (number < numbers.length ? numbers.indexOf(numbers[number] ?? -1) : number);
				const ask = async <Q extends RecordQuery>(query: Q, params: RecordQueries[Q]['params']) => {
					// Identical records share one number on the server: the number of the first of them.
					const ofFirst = renumbered(params, toFirst) as RecordQueries[Q]['params'];
					const asked = renumbered(ofFirst, toServer) as RecordQueries[Q]['params'];
					const one = renumbered(await outcome(ofFile[query](ofFirst, context)), toFirst);
					const other = renumbered(await outcome(ofServer[query](asked, context)), (number) => numbers.indexOf(number));
					try {
						assert.deepEqual(other, one);
					} catch (error) {
						differing.push(
							`${seed} ${type}: ${query} ${JSON.stringify(params)}\n${error instanceof Error ? error.message : ''}`,
						);
					}
				};
				const oracle = new Oracle(data, () => '');
				for (let round = 0; round < rounds; round++) {
					const filters = random
						.times(random.below(3), () => randomFilter(random, oracle, data.rows.length))
						.filter((filter) => filter.kind !== 'group' || filter.key.kind === 'name' || filter.key.kind === 'column');
					const sort = random.times(random.below(3), () => ({
						column: random.below(columns.length),
						descending: random.chance(0.5),
					}));
					const view: View = { filters, sort };
					for (const [query, params] of randomQuestions(random, keys, view, data.rows.length, columns.length)) {
						await ask(query, params);
					}
					const key = random.pick(keys);
					const asked = { view, key, order: 'records', descending: true, start: 0, end: 3, trendParts: 0 } as const;
					for (const { value } of (await ofFile.groups(asked, context)).page) {
						await ask('group', { view, key, value, trendParts: 5 });
						await ask('commonTraits', { view, key, value, timeZone: 'Asia/Kolkata' });
						const group: RecordFilter = { kind: 'group', key, values: [value] };
						await ask('page', { view: { filters: [group], sort: [] }, start: 0, end: 9, columns: [0], cellLength: 9 });
					}
				}
				assert.equal(differing.length, 0, `${differing.length}\n${differing.slice(0, 3).join('\n\n')}`);
			}
		});
	});
}
