import type { DatabaseClient } from '../core/database/databaseClient';
import type { ServerRecordsName } from '../core/database/datasetDocument';
import type { FieldTable } from '../core/plan/fields';
import type { TableQueries } from '../core/records/queries';
import { Dataset } from '../core/records/server/dataset/dataset';
import { createServerQueries } from '../core/records/server/serverQueries';
import type { FileChange, TableInfo } from '../shared/results';

/** Interval between checks for newly loaded records, in milliseconds. */
const checkIntervalMs = 30_000;
const checkTimeoutMs = 5000;

export class ServerRecords implements AsyncDisposable {
	readonly queries: TableQueries;
	private checkedAt = Number.NEGATIVE_INFINITY;
	private isOutdated = false;

	private constructor(
		private readonly client: DatabaseClient,
		private readonly dataset: Dataset,
	) {
		this.queries = createServerQueries(dataset);
	}

	/** @param client Connection that is closed together with the records, or if opening the records fails */
	static async open(
		client: DatabaseClient,
		of: ServerRecordsName,
		fields: FieldTable,
		signal: AbortSignal,
	): Promise<ServerRecords> {
		try {
			const how = { fields, natural: 'newestFirst' } as const;
			const dataset =
				of.kind === 'dataset'
					? await Dataset.open(client, of.database, how, signal)
					: await Dataset.openMapped(client, of.mapping, how, signal);
			return new ServerRecords(client, dataset);
		} catch (error) {
			await client[Symbol.asyncDispose]();
			throw error;
		}
	}

	async load(): Promise<TableInfo> {
		return this.dataset.info;
	}

	/** Returns `loaded` if records were loaded after the session was opened and are missing from its query results. */
	async change(): Promise<FileChange | undefined> {
		if (!this.isOutdated && performance.now() - this.checkedAt > checkIntervalMs) {
			this.checkedAt = performance.now();
			this.isOutdated = await this.dataset.hasNewer(AbortSignal.timeout(checkTimeoutMs));
		}
		return this.isOutdated ? 'loaded' : undefined;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.client[Symbol.asyncDispose]();
	}
}
