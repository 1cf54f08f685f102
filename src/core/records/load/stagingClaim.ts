import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { datasetTables } from '../server/dataset/schema';
import { type ClaimTiming, usualTiming } from './claim';
import { stagingOwner } from './stagingTables';

const maxStagers = 1_000_000;

/** Sends heartbeats while a process uses its staging tables, so that other processes don't drop them. */
export class StagingClaim implements AsyncDisposable {
	private readonly ending = new AbortController();
	private beating: Promise<void> = Promise.resolve();

	private constructor(
		private readonly client: DatabaseClient,
		private readonly database: string,
		private readonly timing: ClaimTiming,
	) {}

	static async take(
		client: DatabaseClient,
		database: string,
		timing: ClaimTiming = usualTiming,
		signal: AbortSignal,
	): Promise<StagingClaim> {
		const claim = new StagingClaim(client, database, timing);
		await claim.write(signal);
		claim.beating = claim.beat();
		return claim;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.ending.abort();
		await this.beating;
	}

	private async beat(): Promise<void> {
		const { signal } = this.ending;
		while (!signal.aborted) {
			await pause(this.timing.heartbeat, undefined, { signal }).catch(() => undefined);
			// Errors are ignored. If the connection is lost, the load fails, and the next load drops the tables.
			await (signal.aborted ? undefined : this.write(signal).catch(() => undefined));
		}
	}

	private async write(signal: AbortSignal): Promise<void> {
		const values = `${textLiteral(stagingOwner(this.client.id))}, 'staging', toInt64(toUnixTimestamp(now()))`;
		const claims = `${nameLiteral(this.database)}.${datasetTables.claims}`;
		await this.client.change({
			sql: `INSERT INTO ${claims} (owner, state, at) SELECT ${values} FROM system.one`,
			repeatable: true,
			signal,
		});
	}
}

export async function livingStagers(
	client: DatabaseClient,
	database: string,
	deadAfter: number,
	signal: AbortSignal,
): Promise<Set<string>> {
	const claims = `${nameLiteral(database)}.${datasetTables.claims}`;
	const rows = await client.rows({
		sql: `SELECT owner FROM ${claims} WHERE state = 'staging' GROUP BY owner HAVING max(at) >= toInt64(toUnixTimestamp(now())) - ${deadAfter}`,
		maxRows: maxStagers,
		signal,
	});
	return new Set(rows.map(([owner = '']) => owner));
}
