import assert from 'node:assert/strict';
import { listDatabases, listDatasets, listTableColumns, listTables } from '../../../../src/core/database/browse';
import { nameLiteral } from '../../../../src/core/database/literals';
import { canBeTime, secondsOfColumn } from '../../../../src/core/database/tableMapping';
import { useNewestEngine, useServer } from '../../../support/databases/databases';
import { ask, never, useDatabaseHarness } from './databaseHarness';

const odd = "crashes of `x` \\ 'y'";

for (const [name, use] of [
	['the oldest server', useServer],
	['the newest engine', useNewestEngine],
] as const) {
	describe(`databases, datasets and tables on ${name}`, () => {
		const stage = useDatabaseHarness();
		const database = use();

		before(async () => {
			for (const own of ['crashes', odd]) {
				await database.current.run(`CREATE DATABASE ${nameLiteral(own)}`);
				for (const table of ['records', 'keys', 'loads']) {
					await database.current.run(
						`CREATE TABLE ${nameLiteral(own)}.${table} (n UInt64) ENGINE = MergeTree ORDER BY n`,
					);
				}
			}
			await database.current.run('INSERT INTO crashes.records SELECT number FROM system.numbers LIMIT 1234');
			await database.current.run('CREATE DATABASE others');
			await database.current.run('CREATE TABLE others.records (n UInt64) ENGINE = Memory');
			await database.current.run(
				'CREATE TABLE others.events (at DateTime, "the text" String, at_ms Nullable(Int64)) ENGINE = MergeTree ORDER BY at',
			);
		});

		it("lists databases without the server's system databases", async () => {
			const client = await stage.connect(database.current.url);
			const names = await listDatabases(client, never);
			for (const one of ['crashes', odd, 'others']) {
				assert.ok(names.includes(one), one);
			}
			assert.ok(!names.includes('system'));
		});

		it('lists databases with the three dataset tables as datasets with their record counts', async () => {
			const client = await stage.connect(database.current.url);
			assert.deepEqual(await listDatasets(client, '', never), [
				{ database: 'crashes', rows: 1234 },
				{ database: odd, rows: undefined },
			]);
			assert.deepEqual(await listDatasets(client, 'others', never), []);
			assert.deepEqual(await listDatasets(client, 'crashes', never), [{ database: 'crashes', rows: 1234 }]);
		});

		it('lists the tables of other databases, and their columns in order', async () => {
			const client = await stage.connect(database.current.url);
			assert.deepEqual(await listTables(client, 'others', never), [
				{ database: 'others', table: 'events' },
				{ database: 'others', table: 'records' },
			]);
			assert.deepEqual(await listTables(client, odd, never), []);
			const table = { database: 'others', table: 'events' };
			assert.deepEqual(await listTableColumns(client, table, never), [
				{ name: 'at', type: 'DateTime' },
				{ name: 'the text', type: 'String' },
				{ name: 'at_ms', type: 'Nullable(Int64)' },
			]);
		});

		it('parses times from columns of many ClickHouse types', async () => {
			const client = await stage.connect(database.current.url);
			const moment = String(Date.UTC(2026, 10, 23, 22, 30, 5) / 1000);
			const day = String(Date.UTC(2026, 10, 23) / 1000);
			for (const [value, type, seconds] of [
				["toDateTime('2026-11-23 22:30:05', 'UTC')", 'DateTime', moment],
				["toDateTime('2026-11-23 22:30:05', 'UTC')", 'Nullable(DateTime)', moment],
				["toDate('2026-11-23')", 'Date', day],
				[`toInt64(${moment})`, 'Int64', moment],
				[`toUInt32(${moment})`, 'UInt32', moment],
				[`toUInt64(${moment}123)`, 'UInt64', moment],
				[`toInt64(-5)`, 'Int64', '-5'],
				[`'${moment}'`, 'String', moment],
				[`'${moment}999'`, 'String', moment],
				["'2026-11-23T22:30:05Z'", 'String', moment],
				["'2026-11-23 22:30:05'", 'String', moment],
				["'no time'", 'String', ''],
				["''", 'String', ''],
				['NULL', 'Nullable(Int64)', ''],
			] as const) {
				const column = { name: 'at `', type };
				assert.ok(canBeTime(column), type);
				const sql = `SELECT toString(seconds), toTypeName(seconds) LIKE '%Int64%' FROM (SELECT ${secondsOfColumn(column)} AS seconds FROM (SELECT CAST(materialize(${value}) AS ${type}) AS ${nameLiteral(column.name)}))`;
				assert.deepEqual(await client.rows(ask(sql)), [[seconds, '1']], `${value} of ${type}`);
			}
			if ((client.server.version[0] ?? 0) >= 21) {
				const column = { name: 'at', type: "DateTime64(6, 'UTC')" };
				assert.ok(canBeTime(column));
				const sql = `SELECT toString(${secondsOfColumn(column)}) FROM (SELECT toDateTime64('2026-11-23 22:30:05.999999', 6, 'UTC') AS at)`;
				assert.deepEqual(await client.rows(ask(sql)), [[moment]]);
			}
			for (const type of ['UInt8', 'Float64', 'Array(String)', 'UUID']) {
				assert.ok(!canBeTime({ name: 'at', type }), type);
			}
		});
	});
}
