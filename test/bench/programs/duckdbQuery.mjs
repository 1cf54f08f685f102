// The questions of queryNarrow, asked of DuckDB over a table it has read: duckdbQuery FILE
import { connect, readCsv } from './duckdb.mjs';

const rounds = 5;
const connection = await connect();
await readCsv(connection, process.argv[2]);

async function ask(question) {
	const times = [];
	let rows = [];
	for (let round = 0; round < rounds; round++) {
		const started = performance.now();
		rows = (await connection.runAndReadAll(question)).getRowObjects();
		times.push(performance.now() - started);
	}
	return { ms: times.sort((a, b) => a - b)[rounds >> 1], rows };
}

// What the product tells of each group, but for the trend.
const groupsOf = (where) => `
	SELECT error_name, count(*) AS n, count(DISTINCT analytics_device_id) AS devices,
		min(error_timestamp::BIGINT) AS first, max(error_timestamp::BIGINT) AS last,
		min(app_version_name) AS lowest, max(app_version_name) AS highest, count(*) OVER () AS groups
	FROM t ${where} GROUP BY error_name ORDER BY n DESC LIMIT 50`;

const page = await ask('SELECT * FROM t ORDER BY error_datetime DESC LIMIT 100 OFFSET 500000');
const filter = await ask(`
	SELECT count(*) AS n FROM t
	WHERE os_name = 'ios' AND app_version_name ILIKE '%5.%' AND country_iso_code = 'DE'`);
const groups = await ask(groupsOf(''));
const filteredGroups = await ask(groupsOf("WHERE os_name = 'android'"));
console.log(
	JSON.stringify({
		sortAndPageMs: page.ms,
		filterMs: filter.ms,
		groupMs: groups.ms,
		groupFilteredMs: filteredGroups.ms,
		pageTime: Date.parse(`${page.rows[0].error_datetime.replace(' ', 'T')}Z`) / 1000,
		filtered: Number(filter.rows[0].n),
		groups: Number(groups.rows[0].groups),
		groupsFiltered: Number(filteredGroups.rows[0].groups),
		devices: Number(groups.rows[0].devices),
		lastSeen: Number(groups.rows[0].last),
		peakMb: process.resourceUsage().maxRSS / 1024,
	}),
);
