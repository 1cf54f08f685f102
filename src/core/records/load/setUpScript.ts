import { nameLiteral, textLiteral } from '../../database/literals';
import { createDataset, datasetTables, type StoredField, tablesOfDataset } from '../server/dataset/schema';

/** The first ClickHouse version in which users can be created with SQL. */
const firstWithUsers = [20, 5] as const;

const usualVersion = [21] as const;

interface SetUp {
	readonly cluster: string | undefined;
	readonly version?: readonly number[] | undefined;
}

/** Returns an SQL script that creates a dataset, a reader and a loader. Passwords in the script are placeholders. */
export function setUpScript(
	database: string,
	fields: readonly StoredField[],
	{ cluster, version = usualVersion }: SetUp,
): string {
	const statements =
		cluster === undefined ? createDataset(database, fields, version) : onCluster(database, fields, cluster, version);
	const sql = [...statements, ...(hasUsers(version) ? users(database, cluster) : [])];
	const script = sql.map((statement) => `${statement};\n`).join('\n');
	return hasUsers(version) ? script : `${script}\n${usersComment(database)}`;
}

function hasUsers([major = 0, minor = 0]: readonly number[]): boolean {
	return major > firstWithUsers[0] || (major === firstWithUsers[0] && minor >= firstWithUsers[1]);
}

function usersComment(database: string): string {
	const name = database.replace(/[^\w-]/g, '_');
	return [
		'-- This server version cannot create users with SQL. Add a reader and a loader to users.xml.',
		`-- Reader: a user such as ${name}_reader with a profile that sets readonly to 2.`,
		`-- Loader: a user such as ${name}_loader with a profile that does not set readonly.`,
		'-- Limit both users to the dataset with allow_databases.',
		'',
	].join('\n');
}

function onCluster(
	database: string,
	fields: readonly StoredField[],
	cluster: string,
	version: readonly number[],
): readonly string[] {
	const on = `ON CLUSTER ${nameLiteral(cluster)}`;
	const named = (name: string) => `${nameLiteral(database)}.${name}`;
	const path = (name: string) => textLiteral(`/clickhouse/tables/{shard}/${database}/${name}`);
	const shared = (name: string) => textLiteral(`/clickhouse/tables/${database}/${name}`);
	return [
		`CREATE DATABASE IF NOT EXISTS ${nameLiteral(database)} ${on}`,
		...tablesOfDataset(fields, version).flatMap(({ name, columns, engine, order }) => {
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
		`CREATE USER IF NOT EXISTS ${user('reader')}${on} IDENTIFIED WITH sha256_password BY 'READER_PASSWORD' SETTINGS readonly = 2`,
		`GRANT${on} SELECT ON ${all} TO ${user('reader')}`,
		`CREATE USER IF NOT EXISTS ${user('loader')}${on} IDENTIFIED WITH sha256_password BY 'LOADER_PASSWORD'`,
		`GRANT${on} SELECT, INSERT, CREATE TABLE, DROP TABLE, ALTER DELETE, OPTIMIZE ON ${all} TO ${user('loader')}`,
	];
}
