import { nameLiteral, textLiteral } from '../../database/literals';
import { createDataset, datasetTables, type StoredField, tablesOfDataset } from '../server/dataset/schema';

/** Versions of servers that the script is for: those that know users in SQL, and compression of columns. */
const scriptVersion = [21] as const;

/**
 * SQL that an administrator runs where the product has no right to: a dataset, a user who reads it, and one who loads into
 * it. Passwords are places to fill in.
 * @param cluster Its name, where the dataset is to be on all of its nodes.
 */
export function setUpScript(database: string, fields: readonly StoredField[], cluster: string | undefined): string {
	const statements =
		cluster === undefined ? createDataset(database, fields, scriptVersion) : onCluster(database, fields, cluster);
	return [...statements, ...users(database, cluster)].map((sql) => `${sql};\n`).join('\n');
}

/** Records and keys are divided among the nodes; who loads, and what was loaded, all of them have. */
function onCluster(database: string, fields: readonly StoredField[], cluster: string): readonly string[] {
	const on = `ON CLUSTER ${nameLiteral(cluster)}`;
	const named = (name: string) => `${nameLiteral(database)}.${name}`;
	const path = (name: string) => textLiteral(`/clickhouse/tables/{shard}/${database}/${name}`);
	const shared = (name: string) => textLiteral(`/clickhouse/tables/${database}/${name}`);
	return [
		`CREATE DATABASE IF NOT EXISTS ${nameLiteral(database)} ${on}`,
		...tablesOfDataset(fields, scriptVersion).flatMap(({ name, columns, engine, order }) => {
			const create = (table: string) => `CREATE TABLE IF NOT EXISTS ${named(table)} ${on} (${columns}) ENGINE =`;
			const key = name === datasetTables.records ? '_digest' : 'hash';
			return name === datasetTables.records || name === datasetTables.keys
				? [
						`${create(`${name}_local`)} Replicated${engine}(${path(name)}, '{replica}') ${order}`,
						`${create(name)} Distributed(${nameLiteral(cluster)}, ${nameLiteral(database)}, ${name}_local, sipHash64(${key}))`,
					]
				: [`${create(name)} Replicated${engine}(${shared(name)}, '{shard}-{replica}') ${order}`];
		}),
	];
}

function users(database: string, cluster: string | undefined): readonly string[] {
	const on = cluster === undefined ? '' : ` ON CLUSTER ${nameLiteral(cluster)}`;
	const user = (role: string) => nameLiteral(`${database}_${role}`);
	const all = `${nameLiteral(database)}.*`;
	return [
		`CREATE USER IF NOT EXISTS ${user('reader')}${on} IDENTIFIED WITH sha256_password BY 'PASSWORD OF THE READER' SETTINGS readonly = 2`,
		`GRANT${on} SELECT ON ${all} TO ${user('reader')}`,
		`CREATE USER IF NOT EXISTS ${user('loader')}${on} IDENTIFIED WITH sha256_password BY 'PASSWORD OF THE LOADER'`,
		`GRANT${on} SELECT, INSERT, CREATE TABLE, DROP TABLE, ALTER DELETE, OPTIMIZE ON ${all} TO ${user('loader')}`,
	];
}
