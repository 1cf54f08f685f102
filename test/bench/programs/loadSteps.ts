import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../../../src/core/database/connectDatabase';
import type { DatabaseClient } from '../../../src/core/database/databaseClient';
import { nameLiteral } from '../../../src/core/database/literals';
import { loadRecords } from '../../../src/core/records/load/loadRecords';
import { FileTable } from '../../../src/core/records/read/openTable';
import { Connections } from '../../../src/core/service/dispatcher';
import { freePorts, insertFile, startOnPorts, type TestDatabase } from '../../support/databases/databases';
import { defaultNetwork } from '../../support/defaultNetwork';
import { accessTo, getParts } from '../../unit/core/database/databaseHarness';
import { type Spent, spentOn } from '../processorTime';
import { plainContext } from '../queryTimes';

const { signal } = plainContext;

const steps: readonly (readonly [name: string, statement: RegExp])[] = [
	['INSERT records into staging', /^INSERT INTO \S+staging_\S+ FORMAT/],
	['INSERT group keys', /^INSERT INTO \S+\.keys FORMAT/],
	['check staging', /countIf\(_copy > 0\)|GROUP BY _digest\)$/],
	['compare days', /GROUP BY _day/],
	['attach months', / ATTACH PARTITION /],
	['copy records', /^INSERT INTO \S+\.records /],
];
const otherStep = 'claims and other statements';

/** Measures the steps of a load and an INSERT of the same file by the command-line client: `loadSteps FILE`. */
async function main(path: string): Promise<void> {
	const ports = await freePorts();
	await using database = await startOnPorts({ ports });
	await using connections = new Connections(defaultNetwork, {});
	await using client = await connectDatabase(accessTo(database.url), getParts(connections), signal);
	await using table = await FileTable.open(path);
	const spent = new Map<string, Spent>();
	const note = async (step: string, work: () => Promise<unknown> | unknown) => {
		const of = await spentOn(database, work);
		const before = spent.get(step) ?? nothing;
		spent.set(step, added(before, of, 1));
		return of;
	};
	const index = await note('index the file', () => table.load(signal, () => undefined));
	const columns = [...table.columns.keys()];
	const order = { dataset: 'loaded', table, columns, setUp: true, onProgress: () => undefined, signal };
	const load = await spentOn(database, () => loadRecords({ ...order, client: watched(client, note) }));
	const statements = [...spent].reduce(
		(sum, [step, of]) => (step === 'index the file' ? sum : added(sum, of, 1)),
		nothing,
	);
	const keys = added(load, statements, -1);
	spent.set('compute group keys', keys);
	const merges = await note('background merges', () => untilMerged(database));
	const names = table.columns.map(({ name }) => nameLiteral(name));
	await database.run(
		`CREATE TABLE peer (${names.map((name) => `${name} String`)}) ENGINE = MergeTree PARTITION BY substring(error_datetime, 1, 7) ORDER BY (error_datetime, error_name)`,
	);
	const insert = await note('clickhouse-client', () =>
		insertFile(ports.tcp, 'INSERT INTO peer FORMAT CSVWithNames', path),
	);
	const peerMerges = await note('background merges of clickhouse-client', () => untilMerged(database));
	const [loadMs, floorMs] = [total(index) + total(load) + merges.server, total(index) + total(keys)];
	console.log(
		JSON.stringify({
			records: table.records,
			loadMs,
			floorMs,
			restMs: loadMs - floorMs,
			peerMs: total(insert) + peerMerges.server,
			loadWallMs: index.wall + load.wall,
			peerWallMs: insert.wall,
			...Object.fromEntries(
				[...spent].flatMap(([step, of]) => Object.entries(of).map(([kind, ms]) => [`${step}, ${kind}`, ms])),
			),
		}),
	);
}

type Note = (step: string, work: () => Promise<unknown> | unknown) => Promise<Spent>;

function watched(client: DatabaseClient, note: Note): DatabaseClient {
	const measured = (method: 'rows' | 'change') => async (asked: { readonly sql: string }) => {
		let result: unknown;
		await note(steps.find(([, statement]) => statement.test(asked.sql))?.[0] ?? otherStep, async () => {
			result = await Reflect.apply(client[method], client, [asked]);
		});
		return result;
	};
	return Object.create(client, { rows: { value: measured('rows') }, change: { value: measured('change') } });
}

async function untilMerged(database: TestDatabase): Promise<void> {
	do {
		await pause(500);
	} while ((await database.run('SELECT count() FROM system.merges')).trim() !== '0');
}

const nothing: Spent = { wall: 0, client: 0, server: 0 };

function added(one: Spent, other: Spent, sign: 1 | -1): Spent {
	return {
		wall: one.wall + sign * other.wall,
		client: one.client + sign * other.client,
		server: one.server + sign * other.server,
	};
}

function total({ client, server }: Spent): number {
	return client + server;
}

void main(process.argv[2] ?? '');
