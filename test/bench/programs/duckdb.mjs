import { createRequire } from 'node:module';
import { join } from 'node:path';

const { DuckDBInstance } = createRequire(join(process.env['BENCH_PEERS'] ?? '', 'package.json'))('@duckdb/node-api');

/** @typedef {Record<string, unknown>} Row */
/** @typedef {{ run: (question: string) => Promise<void>, closeSync: () => void, runAndReadAll: (question: string) => Promise<{ getRows: () => unknown[][], getRowObjects: () => Row[] }> }} Connection */

/** @param {string} [path] @returns {Promise<Connection>} */
export async function connect(path = ':memory:') {
	return (await DuckDBInstance.create(path)).connect();
}

/** @param {Connection} connection @param {string} path */
export async function readCsv(connection, path) {
	const options = `all_varchar=true, header=true, delim=',', quote='"', escape='"'`;
	await connection.run(`CREATE TABLE t AS SELECT * FROM read_csv('${path.replaceAll("'", "''")}', ${options})`);
}

/** @param {Connection} connection @param {string} question */
export async function number(connection, question) {
	const [row] = (await connection.runAndReadAll(question)).getRows();
	return Number(row?.[0]);
}
