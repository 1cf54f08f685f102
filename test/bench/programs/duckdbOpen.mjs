import { connect, number, readCsv } from './duckdb.mjs';

const [file = ''] = process.argv.slice(2);
const connection = await connect();
const started = performance.now();
await readCsv(connection, file);
const ms = performance.now() - started;
const records = await number(connection, 'SELECT count(*) FROM t');
console.log(JSON.stringify({ ms, records, peakMb: process.resourceUsage().maxRSS / 1024 }));
