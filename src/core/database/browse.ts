import { isProblem } from '../common/errors';
import type { DatabaseClient } from './databaseClient';
import { textLiteral } from './literals';
import type { DatabaseColumn, DatabaseTable } from './tableMapping';

export interface DatasetEntry {
	readonly database: string;
	readonly rows: number | undefined;
}

const tablesOfDataset = ['records', 'keys', 'loads'];

/** Matches all tables of a dataset, including local tables of cluster nodes and staging tables of running loads. */
const isOfDataset = /^(?:(?:records|keys)(?:_local)?|loads|claims|staging_[\da-f]{32}_\d+)$/;

const serversOwn = ['system', 'information_schema', 'INFORMATION_SCHEMA', '_temporary_and_external_tables'];

const maxEntries = 100_000;

export async function listDatabases(client: DatabaseClient, signal: AbortSignal): Promise<readonly string[]> {
	const sql = `SELECT name FROM system.databases WHERE name NOT IN (${literals(serversOwn)}) ORDER BY name`;
	return (await client.rows({ sql, maxRows: maxEntries, signal })).map(([name = '']) => name);
}

export async function listClusters(client: DatabaseClient, signal: AbortSignal): Promise<readonly string[]> {
	const sql = 'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster';
	return (await client.rows({ sql, maxRows: maxEntries, signal })).map(([name = '']) => name);
}

/** @param database Database to examine, or an empty string for all databases. */
export async function listDatasets(
	client: DatabaseClient,
	database: string,
	signal: AbortSignal,
): Promise<readonly DatasetEntry[]> {
	const sql = `SELECT database FROM system.tables WHERE name IN (${literals(tablesOfDataset)}) AND ${within(database)} GROUP BY database HAVING uniqExact(name) = ${tablesOfDataset.length} ORDER BY database`;
	const databases = (await client.rows({ sql, maxRows: maxEntries, signal })).map(([name = '']) => name);
	const rows = await rowsOfRecords(client, databases, signal);
	return databases.map((name) => ({ database: name, rows: rows.get(name) }));
}

export async function listTables(
	client: DatabaseClient,
	database: string,
	signal: AbortSignal,
): Promise<readonly DatabaseTable[]> {
	const datasets = new Set((await listDatasets(client, database, signal)).map((dataset) => dataset.database));
	const sql = `SELECT database, name FROM system.tables WHERE ${within(database)} ORDER BY database, name`;
	const rows = await client.rows({ sql, maxRows: maxEntries, signal });
	return rows
		.map(([database = '', table = '']) => ({ database, table }))
		.filter(({ database, table }) => !(datasets.has(database) && isOfDataset.test(table)));
}

export async function listTableColumns(
	client: Pick<DatabaseClient, 'rows'>,
	{ database, table }: DatabaseTable,
	signal: AbortSignal,
): Promise<readonly DatabaseColumn[]> {
	const sql = `SELECT name, type FROM system.columns WHERE database = ${textLiteral(database)} AND table = ${textLiteral(table)}`;
	const rows = await client.rows({ sql, maxRows: maxEntries, signal });
	return rows.map(([name = '', type = '']) => ({ name, type }));
}

async function rowsOfRecords(
	client: DatabaseClient,
	databases: readonly string[],
	signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
	if (databases.length === 0) {
		return new Map();
	}
	const sql = `SELECT database, toString(sum(rows)) FROM system.parts WHERE active AND table = 'records' AND database IN (${literals(databases)}) GROUP BY database`;
	try {
		const rows = await client.rows({ sql, maxRows: maxEntries, signal });
		return new Map(rows.map(([database = '', count]) => [database, Number(count)]));
	} catch (error) {
		if (isProblem(error, 'databaseForbidden')) {
			return new Map();
		}
		throw error;
	}
}

function within(database: string): string {
	return database === '' ? `database NOT IN (${literals(serversOwn)})` : `database = ${textLiteral(database)}`;
}

function literals(texts: readonly string[]): string {
	return texts.map(textLiteral).join(', ');
}
