import { AppError, isProblem } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral } from '../../database/literals';
import { readLoads } from '../server/dataset/loads';
import {
	createStaging,
	datasetTables,
	digestsOfPiece,
	recordsAtOnce,
	recordsOfLoad,
	type StoredField,
	stagingPrefix,
} from '../server/dataset/schema';
import { readRecordsTable } from './attach';
import type { LoadRows } from './rows/loadRows';
import { livingStagers } from './stagingClaim';
import { dropStaging, stagingOwner, stagingTables } from './stagingTables';

/** Number of records per request. If a request fails, none of its records are stored. */
const recordsOfRequest = 500_000;

const maxTries = 3;

/** Maximum number of partitions in a staging table. Servers reject INSERTs that affect too many partitions. */
const maxMonths = 36;

interface StagingOrder {
	readonly client: DatabaseClient;
	readonly database: string;
	readonly fields: readonly StoredField[];
	readonly rows: LoadRows;
	readonly records: number;
	readonly onProgress: (records: number) => void;
	readonly signal: AbortSignal;
}

export interface Staging {
	readonly table: string;
	/** Provisional load number in the IDs of staged records. The final number differs if other loads begin earlier. */
	readonly load: number;
	readonly isByMonth: boolean;
}

/** Sends the records to a staging table. Each attempt uses a new table, because failed attempts may leave records. */
export async function stage(order: StagingOrder): Promise<Staging> {
	const { client, database, fields, rows, records, onProgress, signal } = order;
	const { types, canAttach } = await readRecordsTable(client, database, signal);
	const isByMonth = canAttach && (await rows.countMonths(signal)) <= maxMonths;
	await rows.prepare(signal);
	const load = await nextLoad(client, database, signal);
	for (let tries = 1; ; tries++) {
		const table = `${nameLiteral(database)}.${stagingPrefix}${stagingOwner(client.id)}_${load}_${tries}`;
		const created = createStaging(table, fields, { version: client.server.version, types, isByMonth });
		await client.change({ sql: created, repeatable: false, signal });
		try {
			await send(client, table, rows.records(signal, load), onProgress, signal);
			await client.change({
				sql: `INSERT INTO ${nameLiteral(database)}.${datasetTables.keys} FORMAT Native`,
				rows: rows.keys(signal),
				repeatable: false,
				signal,
			});
			if (await isComplete(client, table, records, signal)) {
				return { table, load, isByMonth };
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

async function isComplete(
	client: DatabaseClient,
	table: string,
	records: number,
	signal: AbortSignal,
): Promise<boolean> {
	const place = `bitAnd(_n, ${recordsOfLoad - 1})`;
	const sums = `SELECT toString(count()), toString(sum(${place})), toString(sum(${place} * ${place})), toString(countIf(_copy > 0)) FROM ${table}`;
	const [[count, sum, squares, copies = '0'] = []] = await client.rows({ sql: sums, maxRows: 1, signal });
	const n = BigInt(records);
	const expected = [n, (n * (n - 1n)) / 2n, BigInt.asUintN(64, (n * (n - 1n) * (2n * n - 1n)) / 6n)].map(String);
	if (count !== expected[0] || sum !== expected[1] || squares !== expected[2]) {
		return false;
	}
	// Identical records have identical hashes, so a copy number can only be wrong if a record with the same digest has
	// `_copy` > 0. Only the digests of such records are checked.
	const pieces = Math.ceil(Number(copies) / recordsAtOnce);
	for (let piece = 0; piece < pieces; piece++) {
		const where = digestsOfPiece(piece, pieces);
		const copied = `SELECT _digest FROM ${table} WHERE _copy > 0 AND ${where}`;
		const byDigest = `SELECT count() AS c, max(_copy) AS m, sum(_copy) AS s FROM ${table} WHERE ${where} AND _digest IN (${copied}) GROUP BY _digest`;
		const sql = `SELECT toString(countIf(m + 1 != c OR 2 * s != c * (c - 1))) FROM (${byDigest})`;
		const [[wrong] = []] = await client.rows({ sql, maxRows: 1, signal });
		if (wrong !== '0') {
			return false;
		}
	}
	return true;
}

async function nextLoad(client: DatabaseClient, database: string, signal: AbortSignal): Promise<number> {
	const begun = (await readLoads(client, database, signal)).map(({ load }) => load);
	const staged = (await stagingTables(client, database, signal)).map(({ load }) => load);
	return [...begun, ...staged].reduce((next, load) => Math.max(next, load + 1), 0);
}

export function dropOwnStaging(client: DatabaseClient, database: string, signal: AbortSignal): Promise<void> {
	return dropStaging(client, database, (owner) => owner === stagingOwner(client.id), signal);
}

export async function dropAbandonedStaging(
	client: DatabaseClient,
	database: string,
	deadAfter: number,
	signal: AbortSignal,
): Promise<void> {
	const used = (await livingStagers(client, database, deadAfter, signal)).add(stagingOwner(client.id));
	await dropStaging(client, database, (owner) => !used.has(owner), signal);
}

async function send(
	client: DatabaseClient,
	table: string,
	all: ReturnType<LoadRows['records']>,
	onProgress: (records: number) => void,
	signal: AbortSignal,
): Promise<void> {
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
