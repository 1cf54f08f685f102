import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { connectDatabase } from '../../../src/core/database/connectDatabase';
import { DatabaseClient } from '../../../src/core/database/databaseClient';
import { nameLiteral, textLiteral } from '../../../src/core/database/literals';
import { FieldTable } from '../../../src/core/plan/fields';
import { loadRecords } from '../../../src/core/records/load/loadRecords';
import { createQueries, type TableQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import { Dataset } from '../../../src/core/records/server/dataset/dataset';
import { createServerQueries } from '../../../src/core/records/server/serverQueries';
import { Connections } from '../../../src/core/service/dispatcher';
import type { View } from '../../../src/shared/results';
import { startNewestEngine, startServer, type TestDatabase } from '../../support/databases/databases';
import { defaultNetwork } from '../../support/defaultNetwork';
import { accessTo, getParts } from '../../unit/core/database/databaseHarness';
import { spentOn } from '../processorTime';
import { plainContext } from '../queryTimes';

type Answers = TableQueries['answer'];

const times = 5;

const many = 10_000_000;
const patience = 120_000;

const { signal } = plainContext;
const asIs: View = { filters: [], sort: [] };

/** Compares database queries with file queries, in processor time: `onServer oldest|newest NARROW [WIDE]`. */
async function main(which: string, narrow: string, wide: string | undefined): Promise<void> {
	await using database = await (which === 'oldest' ? startServer() : startNewestEngine());
	await using connections = new Connections(defaultNetwork, {});
	await using client = await connectDatabase(accessTo(database.url), getParts(connections), signal);
	const found: Record<string, number> = await narrowRecords(database, client, narrow, which === 'oldest');
	if (wide !== undefined) {
		Object.assign(found, await wideRecords(database, client, wide));
	}
	console.log(JSON.stringify(found));
}

async function narrowRecords(database: TestDatabase, client: DatabaseClient, path: string, hasPages: boolean) {
	await using loaded = await load(database, client, 'narrow', path);
	const { table } = loaded;
	const ofServer = async () => createServerQueries(await openDataset(client, 'narrow')).answer;
	const file = await medianOf(
		async () => opened(createQueries(table).answer),
		(answer) => spentHere(() => groups(answer)),
	);
	const server = await groupsOfServer(database, ofServer);
	const asked = [await ofServer(), createQueries(table).answer] as const;
	let differing = (await same(asked, groups)) ? 0 : 1;
	for (const view of sorted(table)) {
		for (const start of places(table.records)) {
			differing += (await same(asked, (answer) => page(answer, view, start))) ? 0 : 1;
		}
	}
	const packedLoadMs = await loadFromElsewhere(database, client, table);
	await enlarge(database, table.records);
	const dataset = await openDataset(client, 'narrow');
	const { total } = dataset.info;
	const ofMany = await groupsOfServer(database, ofServer);
	return {
		...loaded.numbers,
		packedLoadMs,
		many: total,
		fileGroupsMs: file,
		serverGroupsMs: server,
		manyGroupsMs: (ofMany * table.records) / total,
		differing,
		...(hasPages && (await deepPages(database, dataset, table))),
	};
}

async function loadFromElsewhere(database: TestDatabase, client: DatabaseClient, table: FileTable): Promise<number> {
	await using connections = new Connections(defaultNetwork, {});
	const server = { ...client.server, isHere: false };
	await using away = new DatabaseClient(accessTo(database.url), getParts(connections), server);
	return await spentHere(() => loadAll(away, 'packed', table));
}

function loadAll(client: DatabaseClient, dataset: string, table: FileTable) {
	const columns = [...table.columns.keys()];
	return loadRecords({ client, dataset, table, columns, setUp: true, onProgress: () => undefined, signal });
}

function groupsOfServer(database: TestDatabase, ofServer: () => Promise<Answers>): Promise<number> {
	return medianOf(
		async () => opened(await ofServer()),
		async (answer) => {
			let here = 0;
			const there = await spentThere(database, async () => {
				here = await spentHere(() => groups(answer));
			});
			return here + there;
		},
	);
}

async function deepPages(database: TestDatabase, dataset: Dataset, table: FileTable) {
	const pages: number[] = [];
	for (const view of sorted(table)) {
		const { answer } = createServerQueries(dataset);
		const [first = 0, ...others] = places(dataset.info.total);
		await page(answer, view, first);
		const found: number[] = [];
		for (const start of others) {
			found.push(await spentThere(database, () => page(answer, view, start)));
		}
		pages.push(median(found));
	}
	const [byTimeMs = Number.NaN, byDeviceMs = Number.NaN] = pages;
	return { pageByTimeMs: byTimeMs, pageByDeviceMs: byDeviceMs };
}

async function enlarge(database: TestDatabase, records: number): Promise<void> {
	const sql = `SELECT name FROM system.columns WHERE database = 'narrow' AND table = 'records' FORMAT TabSeparated`;
	const columns = (await database.run(sql)).trim().split('\n');
	const started = performance.now();
	for (let had = records; had < many && performance.now() - started < patience; had += records) {
		const values = columns.map((name) =>
			name === '_n' ? `_n + ${had}` : name === '_copy' ? `toUInt32(_copy + ${had})` : nameLiteral(name),
		);
		await database.run(
			`INSERT INTO narrow.records (${columns.map(nameLiteral)}) SELECT ${values} FROM narrow.records WHERE _n < ${records}`,
		);
	}
	// Waits for background merges, because their processor time would be attributed to the queries.
	while (
		performance.now() - started < patience &&
		(await database.run('SELECT count() FROM system.merges')).trim() !== '0'
	) {
		await pause(200);
	}
}

async function wideRecords(database: TestDatabase, client: DatabaseClient, path: string) {
	await using loaded = await load(database, client, 'wide', path);
	for (const table of ['records', 'keys']) {
		await database.run(`OPTIMIZE TABLE wide.${table} FINAL`);
	}
	const sql = `SELECT toString(sum(bytes_on_disk)) FROM system.parts WHERE active AND database = ${textLiteral('wide')}`;
	const bytes = Number(await database.run(sql));
	const { indexMs, loadMs } = loaded.numbers;
	return { wideIndexMs: indexMs, wideLoadMs: loadMs, wideBytes: bytes, wideCsvBytes: loaded.table.info.bytes };
}

async function load(database: TestDatabase, client: DatabaseClient, dataset: string, path: string) {
	const table = await FileTable.open(path);
	const indexMs = await spentHere(() => table.load(signal, () => undefined));
	let loadMs = 0;
	const loadServerMs = await spentThere(database, async () => {
		loadMs = await spentHere(() => loadAll(client, dataset, table));
	});
	return {
		table,
		numbers: { records: table.records, indexMs, loadMs, loadServerMs },
		[Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
	};
}

function openDataset(client: DatabaseClient, dataset: string): Promise<Dataset> {
	return Dataset.open(client, dataset, { fields: new FieldTable(), natural: 'loaded' }, signal);
}

function sorted(table: FileTable): readonly View[] {
	return ['error_datetime', 'analytics_device_id'].map((name) => {
		const column = table.columns.findIndex((candidate) => candidate.name === name);
		if (column < 0) {
			throw new Error(`no column ${name}`);
		}
		return { filters: [], sort: [{ column, descending: true }] };
	});
}

function places(records: number): readonly number[] {
	return Array.from({ length: times + 1 }, (_, index) => (records >> 1) + index * 10_007);
}

/** Requests the first page, because users query a view only after it is displayed. */
async function opened(answer: Answers): Promise<Answers> {
	await page(answer, asIs, 0);
	return answer;
}

function page(answer: Answers, view: View, start: number) {
	const columns = Array.from({ length: 14 }, (_, column) => column);
	return answer.page({ view, start, end: start + 100, columns, cellLength: 300 }, plainContext);
}

function groups(answer: Answers) {
	const asked = { view: asIs, key: { kind: 'name' }, order: 'records', descending: true } as const;
	return answer.groups({ ...asked, start: 0, end: 50, trendParts: 0 }, plainContext);
}

async function same(
	[one, other]: readonly [Answers, Answers],
	ask: (answer: Answers) => Promise<unknown> | unknown,
): Promise<boolean> {
	return isDeepStrictEqual(await ask(one), await ask(other));
}

async function medianOf<P>(prepare: () => Promise<P>, measure: (prepared: P) => Promise<number>): Promise<number> {
	const found: number[] = [];
	while (found.length < times) {
		found.push(await measure(await prepare()));
	}
	return median(found);
}

function median(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}

async function spentHere(work: () => Promise<unknown> | unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

async function spentThere(database: TestDatabase, work: () => Promise<unknown> | unknown): Promise<number> {
	return (await spentOn(database, work)).server;
}

void main(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4]);
