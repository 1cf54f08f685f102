/** The record files and the DuckDB database for comparison require five gigabytes each. */
export const onlyWhenNamed = true;

/**
 * @param {import('../run.mjs').Tools} tools
 * @returns {import('../run.mjs').Suite}
 */
export default function sync({ data, parts, own, peer }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const many = parts('synced', 10_000_000, 100);
	return {
		title: 'Reopening records with a saved index',
		programs: {
			read: [own('openFile'), narrow],
			reopened: [own('reopenFile'), narrow],
			reopenedDuckdb: [peer('duckdbSynced'), `${narrow}.duckdb`, narrow],
			indexes: [own('syncBuild'), many],
			synced: [own('syncedRecords'), many],
			dayAlone: [own('syncUpdate'), peer('serveBody'), own('engine'), many, 'alone'],
			dayAdded: [own('syncUpdate'), peer('serveBody'), own('engine'), many, 'set'],
			syncedDuckdb: [peer('duckdbSynced'), `${many}.duckdb`, `${many}/*.csv`],
		},
		goals: [
			{
				text: '1,000,000 x 14 to the first page against reading the file',
				own: 'reopened.firstPageMs',
				peer: 'read.ms',
				most: 0.15,
			},
			{
				text: 'the same against DuckDB with its database',
				own: 'reopened.firstPageMs',
				peer: 'reopenedDuckdb.firstPageMs',
				most: 0.5,
			},
			{ text: 'bytes of the index for each byte of records', own: 'reopened.share', limit: 0.25, unit: '' },
			{
				text: '10,000,000 in 100 parts: first page and histogram',
				own: 'synced.firstPageAndHistogramMs',
				limit: 2000,
				unit: 'ms',
			},
			{ text: 'groups by frames, whose keys are saved', own: 'synced.groupsMs', limit: 3000, unit: 'ms' },
			{
				text: 'count of a filter on three columns, asked for the first time',
				own: 'synced.filterMs',
				peer: 'syncedDuckdb.filterMs',
				most: 0.6,
			},
			{
				text: 'sort by time and a page at 5,000,000',
				own: 'synced.sortAndPageMs',
				peer: 'syncedDuckdb.sortAndPageMs',
				most: 0.6,
			},
			{ text: 'memory', own: 'synced.peakMb', limit: 450, unit: 'MB' },
			{
				text: 'a new day of 50,000 in that, against exporting and opening it alone, of the processor',
				own: 'dayAdded.processorMs',
				peer: 'dayAlone.processorMs',
				most: 1.3,
			},
			{ text: 'files that are written again for it', own: 'dayAdded.rewritten', limit: 0, unit: 'files' },
			{ text: 'records of the day', own: 'dayAdded.records', same: 'dayAlone.records' },
			{ text: 'records', own: 'synced.records', same: 'syncedDuckdb.records' },
			{ text: 'records filtered', own: 'synced.filtered', same: 'syncedDuckdb.filtered' },
			{ text: 'the page begins at the same time', own: 'synced.pageTime', same: 'syncedDuckdb.pageTime' },
		],
	};
}
