// Runs the query of `commonTraits` in DuckDB on a loaded table: duckdbCommonTraits FILE
import { connect, readCsv } from './duckdb.mjs';

const [file = ''] = process.argv.slice(2);
const rounds = 5;
const connection = await connect();
await readCsv(connection, file);

const attributes = [
	'os_version',
	'device_manufacturer',
	'device_model',
	'app_version_name',
	'country_iso_code',
	'connection_type',
	'device_locale',
	'operator_name',
];
// Counts each device once, by its first record in the group or, if it has none, its first record overall.
const question = `
	WITH firsts AS (
		SELECT bool_or(error_name = 'Failure 7') AS here,
			arg_min(struct_pack(${attributes.map((name) => `${name} := ${name}`).join(', ')},
				hour := CAST((error_timestamp::BIGINT % 86400) // 3600 AS VARCHAR)),
				CASE WHEN error_name = 'Failure 7' THEN rowid ELSE rowid + 1000000000 END) AS first
		FROM t GROUP BY analytics_device_id),
	pairs AS (
		UNPIVOT (SELECT here, unnest(first) FROM firsts) ON COLUMNS(* EXCLUDE (here)) INTO NAME attribute VALUE value),
	counts AS (
		SELECT attribute, value, count(*) FILTER (here) AS here, count(*) FILTER (NOT here) AS elsewhere
		FROM pairs GROUP BY attribute, value)
	SELECT *, sum(here) OVER (PARTITION BY attribute) AS hereOf, sum(elsewhere) OVER (PARTITION BY attribute) AS elsewhereOf
	FROM counts QUALIFY here + elsewhere > 1
	ORDER BY abs(here / hereOf - elsewhere / elsewhereOf) DESC LIMIT 5`;

const times = [];
/** @type {import('./duckdb.mjs').Row[]} */
let rows = [];
for (let round = 0; round < rounds; round++) {
	const started = performance.now();
	rows = (await connection.runAndReadAll(question)).getRowObjects();
	times.push(performance.now() - started);
}
const found = rows.find(({ attribute }) => attribute === 'os_version');
console.log(
	JSON.stringify({
		ms: times.sort((a, b) => a - b)[rounds >> 1],
		devices: Number(found?.['hereOf']),
		with: Number(found?.['here']),
		elsewhere: Number(found?.['elsewhere']),
		peakMb: process.resourceUsage().maxRSS / 1024,
	}),
);
