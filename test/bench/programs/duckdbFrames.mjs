// Groups the stack traces of a CSV file by a regular expression in DuckDB, on one core: duckdbFrames FILE
import { connect } from './duckdb.mjs';

const [file = ''] = process.argv.slice(2);
const connection = await connect();
await connection.run('SET threads = 1');
const path = file.replaceAll("'", "''");
const started = performance.now();
const answer = await connection.runAndReadAll(`
	SELECT count(*) OVER () AS groups, count(*) AS records
	FROM read_csv('${path}', all_varchar=true, header=true, delim=',', quote='"', escape='"')
	GROUP BY regexp_extract(error, '\\bScreen\\d+') ORDER BY records DESC LIMIT 100`);
const ms = performance.now() - started;
const [first] = answer.getRowObjects();
console.log(
	JSON.stringify({
		ms,
		groups: Number(first?.['groups']),
		largest: Number(first?.['records']),
		peakMb: process.resourceUsage().maxRSS / 1024,
	}),
);
