/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function stack({ data, mappingData, own, peer }) {
	const traces = data('traces', 'csv', 100_000);
	const minified = [data('minified', 'csv', 100_000), mappingData('mapping-100.txt')];
	return {
		title: 'Grouping 100,000 records by stack frames on one core',
		programs: {
			frames: [own('groupFrames'), traces],
			csvParse: [peer('csvParse'), traces],
			duckdb: [peer('duckdbFrames'), traces],
			parse: [own('parseTraces')],
			siteCost: [own('siteCost'), data('traces', 'csv', 20_000)],
			sites: [own('crashSites'), own('engine')],
			mapped: [own('groupMapped'), ...minified],
		},
		goals: [
			{ text: 'groups by frames, without caches, including reading', own: 'frames.mbPerS', least: 20, unit: 'MB/s' },
			{
				text: 'groups by frames, compared with csv-parse without grouping',
				own: 'frames.ms',
				peer: 'csvParse.ms',
				most: 2,
			},
			{ text: 'a page that is requested meanwhile, 95th percentile', own: 'frames.pageP95Ms', limit: 50, unit: 'ms' },
			{ text: 'memory', own: 'frames.peakMb', limit: 256, unit: 'MB' },
			{ text: 'groups, compared with distinct names in DuckDB', own: 'frames.groups', same: 'duckdb.groups' },
			{ text: 'records of the largest group', own: 'frames.largest', same: 'duckdb.largest' },
			{
				text: '100,000 minified traces with a 100 MB mapping file, compared with none',
				own: 'mapped.cpuRatio',
				limit: 2,
				unit: 'times the CPU time',
			},
			{
				text: 'grouping with crash sites, compared with grouping without',
				own: 'siteCost.ratio',
				limit: 1.05,
				unit: 'times the CPU time',
			},
			{ text: 'code marks of one of 50,000 files, 100,000 records', own: 'sites.ms', limit: 100, unit: 'ms' },
			{ text: 'the same, compared with one grouping pass', own: 'sites.ratio', limit: 1, unit: 'times as long' },
			{
				text: 'code marks of a file in all records, compared with one grouping pass',
				own: 'sites.commonRatio',
				limit: 5,
				unit: 'times as long',
			},
			{ text: 'traces of the slowest platform', own: 'parse.slowestMbPerS', least: 20, unit: 'MB/s' },
			{ text: 'one trace of 1 MB', own: 'parse.megabyteMs', limit: 50, unit: 'ms' },
		],
	};
}
