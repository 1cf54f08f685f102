import { AppError, isProblem } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { createStaging, datasetTables, type StoredField, stagingPrefix } from '../server/dataset/schema';
import type { LoadRows } from './rows/loadRows';
import { livingStagers, stagingOwner } from './stagingClaim';

/** Number of records per request, which succeeds or fails as a whole. */
const recordsOfRequest = 500_000;

const maxTries = 3;

const maxTables = 100_000;

interface StagingOrder {
	readonly client: DatabaseClient;
	readonly database: string;
	readonly fields: readonly StoredField[];
	readonly rows: LoadRows;
	readonly records: number;
	readonly onProgress: (records: number) => void;
	readonly signal: AbortSignal;
}

/**
 * Sends all records to a new staging table for each attempt, because failed requests may leave records in the table.
 * Processes don't interfere, because the table names contain the ID of the client.
 */
export async function stage(order: StagingOrder): Promise<string> {
	const { client, database, fields, rows, records, onProgress, signal } = order;
	for (let tries = 1; ; tries++) {
		const table = `${nameLiteral(database)}.${stagingPrefix}${stagingOwner(client)}_${tries}`;
		await client.change({ sql: createStaging(table, fields, client.server.version), repeatable: false, signal });
		try {
			await send(client, table, rows, onProgress, signal);
			await client.change({
				sql: `INSERT INTO ${nameLiteral(database)}.${datasetTables.keys} FORMAT Native`,
				rows: rows.keys(signal),
				repeatable: false,
				signal,
			});
			const sql = `SELECT toString(count()), toString(uniqExact(_n)) FROM ${table}`;
			const [counted] = await client.rows({ sql, maxRows: 1, signal });
			if (counted?.every((count) => count === String(records))) {
				return table;
			}
			if (tries === maxTries) {
				throw new AppError({ kind: 'datasetLoad', fault: 'incomplete' });
			}
		} catch (error) {
			if (tries === maxTries || !isProblem(error, 'databaseNetwork')) {
				throw error;
			}
		}
		await client.change({ sql: `DROP TABLE IF EXISTS ${table}`, repeatable: true, signal });
	}
}

export function dropOwnStaging(client: DatabaseClient, database: string, signal: AbortSignal): Promise<void> {
	return dropStaging(client, database, (owner) => owner === stagingOwner(client), signal);
}

/** Drops the staging tables of other clients that no longer send heartbeats. */
export async function dropAbandonedStaging(
	client: DatabaseClient,
	database: string,
	deadAfter: number,
	signal: AbortSignal,
): Promise<void> {
	const used = (await livingStagers(client, database, deadAfter, signal)).add(stagingOwner(client));
	await dropStaging(client, database, (owner) => !used.has(owner), signal);
}

async function dropStaging(
	client: DatabaseClient,
	database: string,
	isDropped: (owner: string) => boolean,
	signal: AbortSignal,
): Promise<void> {
	const sql = `SELECT name FROM system.tables WHERE database = ${textLiteral(database)} AND substring(name, 1, ${stagingPrefix.length}) = ${textLiteral(stagingPrefix)}`;
	for (const [name = ''] of await client.rows({ sql, maxRows: maxTables, signal })) {
		const [owner = ''] = name.slice(stagingPrefix.length).split('_');
		if (isDropped(owner)) {
			const dropped = `${nameLiteral(database)}.${nameLiteral(name)}`;
			await client.change({ sql: `DROP TABLE IF EXISTS ${dropped}`, repeatable: true, signal });
		}
	}
}

async function send(
	client: DatabaseClient,
	table: string,
	rows: LoadRows,
	onProgress: (records: number) => void,
	signal: AbortSignal,
): Promise<void> {
	const all = rows.records(signal);
	let sent = 0;
	let next = await all.next();
	const request = async function* () {
		const end = sent + recordsOfRequest;
		while (!next.done && sent < end) {
			yield next.value.bytes;
			sent += next.value.records;
			onProgress(sent);
			next = await all.next();
		}
	};
	try {
		while (!next.done) {
			await client.change({
				sql: `INSERT INTO ${table} FORMAT Native`,
				rows: request(),
				repeatable: false,
				signal,
			});
		}
	} finally {
		await all.return();
	}
}
