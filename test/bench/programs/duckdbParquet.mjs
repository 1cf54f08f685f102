import { statSync } from 'node:fs';
import { connect, number, readCsv } from './duckdb.mjs';

// Writes a CSV as Parquet, and looks for records in which another file of Parquet differs from it: `duckdbParquet CSV SAVED WRITTEN`.
const [csv = '', saved = '', written = ''] = process.argv.slice(2);
const connection = await connect();
/** @param {string} path */
const quoted = (path) => `'${path.replaceAll("'", "''")}'`;
await readCsv(connection, csv);
const started = performance.now();
await connection.run(`COPY t TO ${quoted(written)} (FORMAT parquet, COMPRESSION zstd)`);
const ms = performance.now() - started;
// To the reader of CSV here, an empty cell without quotes is null.
await connection.run(`CREATE VIEW other AS SELECT NULLIF(COLUMNS(*), '') FROM ${quoted(saved)}`);
const missing = await number(connection, 'SELECT count(*) FROM (TABLE t EXCEPT ALL TABLE other)');
const added = await number(connection, 'SELECT count(*) FROM (TABLE other EXCEPT ALL TABLE t)');
connection.closeSync();
console.log(JSON.stringify({ ms, bytes: statSync(written).size, differences: missing + added }));
