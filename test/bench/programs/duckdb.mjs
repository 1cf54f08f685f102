import { createRequire } from 'node:module';
import { join } from 'node:path';

const { DuckDBInstance } = createRequire(join(process.env['BENCH_PEERS'] ?? '', 'package.json'))('@duckdb/node-api');

/** @typedef {Record<string, unknown>} Row */
/** @typedef {{ run: (question: string) => Promise<void>, closeSync: () => void, runAndReadAll: (question: string) => Promise<{ getRows: () => unknown[][], getRowObjects: () => Row[] }> }} Connection */

/**
 * A database on all cores.
 *
 * @param {string} [path] in memory without it
 * @returns {Promise<Connection>}
 */
export async function connect(path = ':memory:') {
	return (await DuckDBInstance.create(path)).connect();
}

/**
 * Reads a CSV into the table `t`, every column as text, as the product keeps it.
 *
 * @param {Connection} connection
 * @param {string} path
 */
export async function readCsv(connection, path) {
	const options = `all_varchar=true, header=true, delim=',', quote='"', escape='"'`;
	await connection.run(`CREATE TABLE t AS SELECT * FROM read_csv('${path.replaceAll("'", "''")}', ${options})`);
}

/**
 * The first cell of the answer as a number.
 *
 * @param {Connection} connection
 * @param {string} question
 */
export async function number(connection, question) {
	const [row] = (await connection.runAndReadAll(question)).getRows();
	return Number(row?.[0]);
}
