import { isProblem } from '../common/errors';
import type { DatabaseClient } from './databaseClient';
import { textLiteral } from './literals';
import type { DatabaseColumn, DatabaseTable } from './tableMapping';

/** A database on the server that holds records as the product keeps them. */
export interface DatasetEntry {
	readonly database: string;
	/** Undefined where the server does not tell. */
	readonly rows: number | undefined;
}

/** The tables that make a database a dataset. */
const tablesOfDataset = ['records', 'keys', 'loads'];

/** All that a dataset has: what nodes of a cluster have of its tables, and what is being loaded, too. */
const isOfDataset = /^(?:(?:records|keys)(?:_local)?|loads|claims|staging_\d+_\d+)$/;

/** Those of the server itself. */
const serversOwn = ['system', 'information_schema', 'INFORMATION_SCHEMA', '_temporary_and_external_tables'];

/** More than a person would look through. */
const maxEntries = 100_000;

/** Names of the databases that the user sees, in their order. */
export async function listDatabases(client: DatabaseClient, signal: AbortSignal): Promise<readonly string[]> {
	const sql = `SELECT name FROM system.databases WHERE name NOT IN (${literals(serversOwn)}) ORDER BY name`;
	return (await client.rows({ sql, maxRows: maxEntries, signal })).map(([name = '']) => name);
}

/** Names of the clusters that the server knows, in their order. */
export async function listClusters(client: DatabaseClient, signal: AbortSignal): Promise<readonly string[]> {
	const sql = 'SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster';
	return (await client.rows({ sql, maxRows: maxEntries, signal })).map(([name = '']) => name);
}

/** @param database The only one that is looked at; all of them if it is empty. */
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

/** Tables that are of no dataset, whose columns can be mapped. */
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

/** In the order of the table. */
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
