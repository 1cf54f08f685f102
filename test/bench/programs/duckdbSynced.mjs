// Queries a DuckDB database that the first run creates from the given files: duckdbSynced DATABASE FILES
import { existsSync, renameSync } from 'node:fs';
import { connect, number, readCsv } from './duckdb.mjs';

const [database = '', files = ''] = process.argv.slice(2);
if (!existsSync(database)) {
	const making = await connect(`${database}.part`);
	await readCsv(making, files);
	await making.run('CHECKPOINT');
	making.closeSync();
	renameSync(`${database}.part`, database);
}

let started = performance.now();
const lap = () => {
	const ms = performance.now() - started;
	started = performance.now();
	return ms;
};
const connection = await connect(database);
await connection.runAndReadAll('SELECT * FROM t LIMIT 100');
const records = await number(connection, 'SELECT count(*) FROM t');
const firstPageMs = lap();
const filtered = await number(
	connection,
	`SELECT count(*) FROM t WHERE os_name = 'ios' AND app_version_name ILIKE '%5.%' AND country_iso_code = 'DE'`,
);
const filterMs = lap();
const sorted = `SELECT * FROM t ORDER BY error_datetime DESC LIMIT 100 OFFSET ${Math.floor(records / 2)}`;
const [row] = (await connection.runAndReadAll(sorted)).getRowObjects();
const sortAndPageMs = lap();
const pageTime = Date.parse(`${String(row?.['error_datetime']).replace(' ', 'T')}Z`) / 1000;
const peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ firstPageMs, filterMs, sortAndPageMs, records, filtered, pageTime, peakMb }));
