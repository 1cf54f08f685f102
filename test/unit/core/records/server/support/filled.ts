import assert from 'node:assert/strict';
import { connectDatabase } from '../../../../../../src/core/database/connectDatabase';
import type { DatabaseClient } from '../../../../../../src/core/database/databaseClient';
import { FieldTable } from '../../../../../../src/core/plan/fields';
import type { ClaimTiming } from '../../../../../../src/core/records/load/claim';
import { loadRecords } from '../../../../../../src/core/records/load/loadRecords';
import { Dataset } from '../../../../../../src/core/records/server/dataset/dataset';
import { createServerQueries } from '../../../../../../src/core/records/server/serverQueries';
import type { Table } from '../../../../../../src/core/records/table/table';
import { Connections } from '../../../../../../src/core/service/dispatcher';
import { rowCounts } from '../../../../../support/databases/overlappingTable';
import { defaultNetwork } from '../../../../../support/defaultNetwork';
import { accessTo, getParts, never } from '../../../database/databaseHarness';

export const quickTiming: ClaimTiming = { heartbeat: 200, deadAfter: 2, settling: 5 };

export async function fill(client: DatabaseClient, dataset: string, table: Table) {
	return loadRecords({
		client,
		dataset,
		table,
		columns: [...table.columns.keys()],
		setUp: true,
		onProgress: () => undefined,
		timing: quickTiming,
		signal: never,
	});
}

export async function fillAt(url: string, dataset: string, table: Table): Promise<void> {
	await using connections = new Connections(defaultNetwork, {});
	await using client = await connectDatabase(accessTo(url), getParts(connections), never);
	await fill(client, dataset, table);
}

/** Opens a dataset whose natural order is the order of loading, like the order in a file. */
export function openLoaded(source: Pick<DatabaseClient, 'rows'>, dataset: string): Promise<Dataset> {
	return Dataset.open(source, dataset, { fields: new FieldTable(), natural: 'loaded' }, never);
}

export async function shownRecords(client: DatabaseClient, dataset: string): Promise<ReadonlyMap<string, number>> {
	const opened = await openLoaded(client, dataset);
	const { total, columns } = opened.info;
	const asked = {
		view: { filters: [], sort: [] },
		start: 0,
		end: total,
		columns: [...columns.keys()],
		cellLength: 1_000_000,
	};
	const { rows } = await createServerQueries(opened).answer.page(asked, { signal: never, report: () => undefined });
	assert.equal(rows.length, total);
	return rowCounts(rows.map(({ cells }) => cells));
}
