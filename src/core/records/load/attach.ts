import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { datasetTables, granularity } from '../server/dataset/schema';
import type { Claim } from './claim';

const maxColumns = 100_000;

/** Server setting that converts the received values to the type of the column, for example `LowCardinality(String)`. */
const convertsTypes = 'input_format_native_allow_types_conversion';

interface RecordsTable {
	/** Column types that a staging table needs so that its partitions can be attached to `records`. */
	readonly types: ReadonlyMap<string, string>;
	readonly canAttach: boolean;
}

export async function readRecordsTable(
	client: DatabaseClient,
	database: string,
	signal: AbortSignal,
): Promise<RecordsTable> {
	const ofDatabase = `database = ${textLiteral(database)}`;
	const sql = `SELECT engine_full FROM system.tables WHERE ${ofDatabase} AND name = '${datasetTables.records}'`;
	const [[engine = ''] = []] = await client.rows({ sql, maxRows: 1, signal });
	const columns = await client.rows({
		sql: `SELECT name, type FROM system.columns WHERE ${ofDatabase} AND table = '${datasetTables.records}'`,
		maxRows: maxColumns,
		signal,
	});
	const types = new Map(columns.map(([name = '', type = '']) => [name, type]));
	const isConverted = [...types.values()].some((type) => type.startsWith('LowCardinality'));
	// Checks the index granularity here, because the oldest servers don't check it. All servers check keys and columns.
	const canAttach =
		engine.startsWith('ReplacingMergeTree') &&
		engine.includes(`index_granularity = ${granularity}`) &&
		(!isConverted || client.server.knownSettings.has(convertsTypes));
	return canAttach ? { types, canAttach } : { types: new Map(), canAttach };
}

interface AttachOrder {
	readonly client: DatabaseClient;
	readonly database: string;
	readonly staging: string;
	readonly claim: Pick<Claim, 'check'>;
	readonly signal: AbortSignal;
}

/**
 * Copies a partition of the staging table to `records`. Ignores server errors, so the caller must count the added
 * records. If this process has lost the claim, nothing is added, because the new owner has dropped the staging table.
 */
export async function attachPartition(order: AttachOrder, partition: string): Promise<void> {
	const { client, database, staging, claim, signal } = order;
	await claim.check(signal);
	const records = `${nameLiteral(database)}.${datasetTables.records}`;
	try {
		await client.change({
			sql: `ALTER TABLE ${records} ATTACH PARTITION ${partition} FROM ${staging}`,
			repeatable: false,
			signal,
		});
	} catch (error) {
		throwIfAborted(signal);
		if (!(error instanceof AppError)) {
			throw error;
		}
	}
}
