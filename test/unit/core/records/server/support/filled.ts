import { connectDatabase } from '../../../../../../src/core/database/connectDatabase';
import type { DatabaseClient } from '../../../../../../src/core/database/databaseClient';
import type { ClaimTiming } from '../../../../../../src/core/records/load/claim';
import { loadRecords } from '../../../../../../src/core/records/load/loadRecords';
import type { Table } from '../../../../../../src/core/records/table/table';
import { Connections } from '../../../../../../src/core/service/dispatcher';
import { defaultNetwork } from '../../../../../support/defaultNetwork';
import { accessTo, never, partsOf } from '../../../database/databaseStage';

/** Nobody waits for long in tests. */
export const quickTiming: ClaimTiming = { heartbeat: 200, deadAfter: 2, settling: 5 };

/** Loads all columns of a table into a dataset, which is made for them where it is not there. */
export async function fill(client: DatabaseClient, dataset: string, table: Table) {
	return loadRecords({
		...{ client, dataset, table, columns: [...table.columns.keys()] },
		setUp: true,
		onProgress: () => undefined,
		timing: quickTiming,
		signal: never,
	});
}

/** The same on a server that is connected for it. */
export async function fillAt(url: string, dataset: string, table: Table): Promise<void> {
	await using connections = new Connections(defaultNetwork, {});
	await using client = await connectDatabase(accessTo(url), partsOf(connections), never);
	await fill(client, dataset, table);
}
