import { statSync } from 'node:fs';
import { connect, number, readCsv } from './duckdb.mjs';

// Converts a CSV file to Parquet and counts records missing from another Parquet file: duckdbParquet CSV SAVED WRITTEN
const [csv = '', saved = '', written = ''] = process.argv.slice(2);
const connection = await connect();
/** @param {string} path */
const quoted = (path) => `'${path.replaceAll("'", "''")}'`;
await readCsv(connection, csv);
const started = performance.now();
await connection.run(`COPY t TO ${quoted(written)} (FORMAT parquet, COMPRESSION zstd)`);
const ms = performance.now() - started;
// DuckDB's CSV reader treats an empty unquoted cell as null.
await connection.run(`CREATE VIEW other AS SELECT NULLIF(COLUMNS(*), '') FROM ${quoted(saved)}`);
const missing = await number(connection, 'SELECT count(*) FROM (TABLE t EXCEPT ALL TABLE other)');
const added = await number(connection, 'SELECT count(*) FROM (TABLE other EXCEPT ALL TABLE t)');
connection.closeSync();
console.log(JSON.stringify({ ms, bytes: statSync(written).size, differences: missing + added }));
