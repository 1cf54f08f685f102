import { readFileSync } from 'node:fs';
import { isProblem } from '../../../src/core/common/errors';
import { connectDatabase } from '../../../src/core/database/connectDatabase';
import type { DatabaseClient } from '../../../src/core/database/databaseClient';
import { nameLiteral } from '../../../src/core/database/literals';
import { FieldTable } from '../../../src/core/plan/fields';
import { loadRecords } from '../../../src/core/records/load/loadRecords';
import { FileTable } from '../../../src/core/records/read/openTable';
import { Dataset } from '../../../src/core/records/server/dataset/dataset';
import { createServerQueries } from '../../../src/core/records/server/serverQueries';
import { Connections } from '../../../src/core/service/dispatcher';
import { startServer, type TestDatabase } from '../../support/databases/databases';
import { defaultNetwork } from '../../support/defaultNetwork';
import { accessTo, getParts } from '../../unit/core/database/databaseHarness';
import { plainContext } from '../queryTimes';

const { signal } = plainContext;

/** Second byte of the character U+0100 plus the number of digits in UTF-8, by the number of digits. */
const lengthBytes = Array.from({ length: 24 }, (_, digits) => (0x80 + digits).toString(16)).join('');
const view = { filters: [], sort: [] };

const fields = [
	'error_name',
	'error_id',
	'os_version',
	'app_version_name',
	'country_iso_code',
	'analytics_device_id',
	'error_timestamp',
];

/** Measures queries on a dataset that the server multiplies: `hugeDataset FILE RECORDS SECONDS`. */
async function main(path: string, records: number, maxSeconds: number): Promise<void> {
	await using database = await startServer();
	await using connections = new Connections(defaultNetwork, {});
	const limits = { ...getParts(connections), maxSeconds };
	await using client = await connectDatabase(accessTo(database.url), limits, signal);
	await multiply(database, client, path, records);
	const dataset = await Dataset.open(client, 'huge', { fields: new FieldTable(), natural: 'newestFirst' }, signal);
	const found: Record<string, number> = { records: dataset.info.total, limitMs: maxSeconds * 1000 };
	const { answer } = createServerQueries(dataset);
	const column = (name: string) => dataset.columns.findIndex((candidate) => candidate.name === name);
	const page = { view, start: 0, end: 50, columns: [...dataset.columns.keys()], cellLength: 300 };
	const groups = { view, order: 'devices', descending: true, start: 0, end: 50, trendParts: 24 } as const;
	const name = (await answer.page(page, plainContext)).rows[0]?.cells[column('error_name')] ?? '';
	const text = String((await answer.page(page, plainContext)).rows[0]?.cells[column('error_id')]);
	const sorted = { filters: [], sort: [{ column: column('error_timestamp'), descending: true }] };
	const byDevice = { filters: [], sort: [{ column: column('analytics_device_id'), descending: true }] };
	const middle = Math.floor(dataset.info.total / 2);
	const queries: Record<string, () => Promise<unknown> | unknown> = {
		firstPage: () => answer.page(page, plainContext),
		middleByTime: () => answer.page({ ...page, view: sorted, start: middle, end: middle + 50 }, plainContext),
		middleByDevice: () => answer.page({ ...page, view: byDevice, start: middle, end: middle + 50 }, plainContext),
		groupsByName: () => answer.groups({ ...groups, key: { kind: 'name' } }, plainContext),
		groupsByFrames: () => answer.groups({ ...groups, key: { kind: 'frames' } }, plainContext),
		commonTraits: () =>
			answer.commonTraits({ view, key: { kind: 'name' }, value: name, timeZone: 'UTC' }, plainContext),
		topIds: () => answer.topValues({ view, column: column('analytics_device_id'), limit: 50 }, plainContext),
		textByTime: () => answer.find({ view: sorted, text, from: middle, backwards: false }, plainContext),
		missingText: () => answer.find({ view: sorted, text: 'no such text', from: 0, backwards: false }, plainContext),
		histogram: () =>
			answer.histogram({ view, parts: 60, stackBy: column('os_version'), series: 5, timeZone: 'UTC' }, plainContext),
	};
	for (const [query, ask] of Object.entries(queries)) {
		const started = performance.now();
		let outcome = 0;
		try {
			outcome = JSON.stringify(await ask())?.match(/"(?:approximate|sampled)":/) ? 1 : 0;
		} catch (error) {
			if (!isProblem(error, 'databaseTooMuch') && !isProblem(error, 'databaseNetwork')) {
				throw error;
			}
			outcome = 2;
		}
		found[`${query}Ms`] = performance.now() - started;
		found[`${query}Outcome`] = outcome;
		// A run takes long, so its numbers must not be lost if it is ended early.
		console.error(`${query}: ${Math.round(performance.now() - started)} ms, outcome ${outcome}`);
	}
	found['peakServerMb'] = peakMemory(database);
	console.log(JSON.stringify(found));
}

async function multiply(database: TestDatabase, client: DatabaseClient, path: string, records: number): Promise<void> {
	await using table = await FileTable.open(path);
	await table.load(signal, () => undefined);
	const columns = fields.map((field) => table.columns.findIndex(({ name }) => name === field));
	await loadRecords({ client, dataset: 'huge', table, columns, setUp: true, onProgress: () => undefined, signal });
	const sql = `SELECT name FROM system.columns WHERE database = 'huge' AND table = 'records' FORMAT TabSeparated`;
	const names = (await database.run(sql)).trim().split('\n');
	for (let had = table.records; had < records; had += table.records) {
		const device = `toString(intHash64(_device + ${had}))`;
		const values = names.map((name) => {
			switch (name) {
				case '_n':
					return `_n + ${had}`;
				case '_copy':
					return `toUInt32(_copy + ${had})`;
				case '_device':
					return `intHash64(_device + ${had})`;
				case 'analytics_device_id':
					return device;
				case '_order_analytics_device_id':
					return `concat('2\\xC4', substring(unhex('${lengthBytes}'), length(${device}) + 1, 1), ${device})`;
				default:
					return nameLiteral(name);
			}
		});
		await database.run(
			`INSERT INTO huge.records (${names.map(nameLiteral)}) SELECT ${values} FROM huge.records WHERE _n < ${table.records}`,
		);
	}
}

function peakMemory({ pid }: TestDatabase): number {
	return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

void main(process.argv[2] ?? '', Number(process.argv[3]), Number(process.argv[4]));
