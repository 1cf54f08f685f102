import { isProblem } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { ofFinished, readLoads } from '../server/dataset/loads';
import { datasetTables, recordsOfLoad } from '../server/dataset/schema';
import type { Claim } from './claim';

interface LoadTarget {
	readonly client: DatabaseClient;
	readonly dataset: string;
}

interface LoadState {
	readonly load: number;
	readonly state: 'begun' | 'finished' | 'abandoned';
	readonly signal: AbortSignal;
	readonly facts?: string;
}

export async function writeState(
	{ client, dataset }: LoadTarget,
	claim: Pick<Claim, 'fence'>,
	{ load, state, signal, facts = '{}' }: LoadState,
): Promise<void> {
	const values = `toUInt32(${load}), '${state}', toInt64(toUnixTimestamp(now())), ${textLiteral(facts)}`;
	await client.change({
		sql: `INSERT INTO ${nameLiteral(dataset)}.${datasetTables.loads} (load, state, at, facts) SELECT ${values} FROM system.one WHERE ${claim.fence}`,
		repeatable: true,
		signal,
	});
}

interface AbandonedRecords {
	readonly records: number;
	readonly deleted: boolean;
}

/** Marks a load as abandoned, which hides its records permanently. Deletes the records if permitted. */
export async function abandon(
	target: LoadTarget,
	claim: Pick<Claim, 'fence'>,
	load: number,
	signal: AbortSignal,
): Promise<AbandonedRecords> {
	const { client, dataset } = target;
	await writeState(target, claim, { load, state: 'abandoned', signal });
	const table = `${nameLiteral(dataset)}.${datasetTables.records}`;
	const those = `_n >= ${load * recordsOfLoad} AND _n < ${(load + 1) * recordsOfLoad}`;
	const sql = `SELECT toString(count()) FROM ${table} WHERE ${those}`;
	const [[left = '0'] = []] = await client.rows({ sql, maxRows: 1, signal });
	const records = Number(left);
	if (records === 0) {
		return { records, deleted: true };
	}
	try {
		await client.change({ sql: `ALTER TABLE ${table} DELETE WHERE ${those}`, repeatable: true, signal });
		return { records, deleted: true };
	} catch (error) {
		if (!isProblem(error, 'databaseForbidden') && !isProblem(error, 'databaseFailure')) {
			throw error;
		}
		// The records couldn't be deleted. They are harmless, because the records of abandoned loads are invisible.
		return { records, deleted: false };
	}
}

export async function totalOf({ client, dataset }: LoadTarget, signal: AbortSignal): Promise<number> {
	const condition = ofFinished(await readLoads(client, dataset, signal));
	const sql = `SELECT toString(count()) FROM ${nameLiteral(dataset)}.${datasetTables.records} WHERE ${condition}`;
	const [[total] = []] = await client.rows({ sql, maxRows: 1, signal });
	return Number(total);
}
