import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { stagingPrefix } from '../server/dataset/schema';

const maxTables = 100_000;

/** Returns the client's ID in the form that appears in the names of its staging tables. */
export function stagingOwner(client: string): string {
	return client.replaceAll('-', '');
}

export async function dropStaging(
	client: DatabaseClient,
	database: string,
	isDropped: (owner: string) => boolean,
	signal: AbortSignal,
): Promise<void> {
	for (const { name, owner } of await stagingTables(client, database, signal)) {
		if (isDropped(owner)) {
			const dropped = `${nameLiteral(database)}.${nameLiteral(name)}`;
			await client.change({ sql: `DROP TABLE IF EXISTS ${dropped}`, repeatable: true, signal });
		}
	}
}

interface StagingTable {
	readonly name: string;
	readonly owner: string;
	readonly load: number;
}

export async function stagingTables(
	client: DatabaseClient,
	database: string,
	signal: AbortSignal,
): Promise<readonly StagingTable[]> {
	const sql = `SELECT name FROM system.tables WHERE database = ${textLiteral(database)} AND substring(name, 1, ${stagingPrefix.length}) = ${textLiteral(stagingPrefix)}`;
	return (await client.rows({ sql, maxRows: maxTables, signal })).map(([name = '']) => {
		const [owner = '', load] = name.slice(stagingPrefix.length).split('_');
		return { name, owner, load: Number(load) || 0 };
	});
}
