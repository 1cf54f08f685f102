// DuckDB reading a CSV into a table: duckdbOpen FILE
import { connect, number, readCsv } from './duckdb.mjs';

const connection = await connect();
const started = performance.now();
await readCsv(connection, process.argv[2]);
const ms = performance.now() - started;
const records = await number(connection, 'SELECT count(*) FROM t');
console.log(JSON.stringify({ ms, records, peakMb: process.resourceUsage().maxRSS / 1024 }));
