// Runs the queries of `queryNarrow` in DuckDB on a loaded table: duckdbQuery FILE
import { connect, readCsv } from './duckdb.mjs';

const [file = ''] = process.argv.slice(2);
const rounds = 5;
const connection = await connect();
await readCsv(connection, file);

/** @param {string} question */
async function ask(question) {
	const times = [];
	/** @type {import('./duckdb.mjs').Row} */
	let first = {};
	for (let round = 0; round < rounds; round++) {
		const started = performance.now();
		first = (await connection.runAndReadAll(question)).getRowObjects()[0] ?? {};
		times.push(performance.now() - started);
	}
	return { ms: times.sort((a, b) => a - b)[rounds >> 1], first };
}

// Selects the same properties of each group as the product, except the trend.
const getGroups = (/** @type {string} */ where) => `
	SELECT error_name, count(*) AS n, count(DISTINCT analytics_device_id) AS devices,
		min(error_timestamp::BIGINT) AS first, max(error_timestamp::BIGINT) AS last,
		min(app_version_name) AS lowest, max(app_version_name) AS highest, count(*) OVER () AS groups
	FROM t ${where} GROUP BY error_name ORDER BY n DESC LIMIT 50`;

const page = await ask('SELECT * FROM t ORDER BY error_datetime DESC LIMIT 100 OFFSET 500000');
const filter = await ask(`
	SELECT count(*) AS n FROM t
	WHERE os_name = 'ios' AND app_version_name ILIKE '%5.%' AND country_iso_code = 'DE'`);
const groups = await ask(getGroups(''));
const filteredGroups = await ask(getGroups("WHERE os_name = 'android'"));
console.log(
	JSON.stringify({
		sortAndPageMs: page.ms,
		filterMs: filter.ms,
		groupMs: groups.ms,
		groupFilteredMs: filteredGroups.ms,
		pageTime: Date.parse(`${String(page.first['error_datetime']).replace(' ', 'T')}Z`) / 1000,
		filtered: Number(filter.first['n']),
		groups: Number(groups.first['groups']),
		groupsFiltered: Number(filteredGroups.first['groups']),
		devices: Number(groups.first['devices']),
		lastSeen: Number(groups.first['last']),
		peakMb: process.resourceUsage().maxRSS / 1024,
	}),
);
