import { listClusters, listDatabases, listDatasets, listTableColumns, listTables } from '../core/database/browse';
import type { DatabaseAccess, DatabaseAddress } from '../core/database/databaseAddress';
import type { DatabaseClient } from '../core/database/databaseClient';
import { listLoads, removeLoad } from '../core/records/load/removeLoad';
import { setUpScript } from '../core/records/load/setUpScript';
import { datasetTables, fieldsOfColumns, storedFields } from '../core/records/server/dataset/schema';
import type { Handlers } from '../shared/rpc';
import type { DatabaseApi } from './protocol';

interface Reached {
	readonly connect: (access: DatabaseAccess, signal: AbortSignal) => Promise<DatabaseClient>;
	readonly access: (address: DatabaseAddress, signal: AbortSignal) => Promise<DatabaseAccess>;
}

/** Returns handlers that open a new database connection with the current credentials for each request. */
export function databaseHandlers({ connect, access }: Reached): Handlers<DatabaseApi> {
	async function reach<T>(
		address: DatabaseAddress,
		signal: AbortSignal,
		use: (client: DatabaseClient) => Promise<T>,
	): Promise<T> {
		await using client = await connect(await access(address, signal), signal);
		return await use(client);
	}

	return {
		checkDatabase: async ({ access }, { signal }) => {
			await using client = await connect(access, signal);
			const { version, readonly } = client.server;
			return { version: version.join('.'), mayChange: readonly === 0, databases: await listDatabases(client, signal) };
		},
		listDatasets: ({ connection }, { signal }) =>
			reach(connection, signal, (client) => listDatasets(client, connection.database, signal)),
		listTables: ({ connection }, { signal }) =>
			reach(connection, signal, (client) => listTables(client, connection.database, signal)),
		datasetFields: async ({ connection, database }, { signal }) => {
			const table = { database, table: datasetTables.records };
			const columns = await reach(connection, signal, (client) => listTableColumns(client, table, signal));
			return (fieldsOfColumns(columns.map(({ name }) => name)) ?? []).map(({ name }) => name);
		},
		listClusters: ({ connection }, { signal }) => reach(connection, signal, (client) => listClusters(client, signal)),
		setUpScript: async ({ dataset, columns, cluster, connection }, { signal }) => {
			const version = connection && (await reach(connection, signal, async ({ server }) => server.version));
			return setUpScript(dataset, storedFields(columns), { cluster, version });
		},
		listLoads: ({ connection, dataset }, { signal }) =>
			reach(connection, signal, (client) => listLoads(client, dataset, signal)),
		removeLoad: ({ connection, dataset, load }, { signal }) =>
			reach(connection, signal, (client) => removeLoad(client, { dataset, load }, signal)),
		listTableColumns: ({ connection, table }, { signal }) =>
			reach(connection, signal, (client) => listTableColumns(client, table, signal)),
	};
}
