/** The record files and the DuckDB database for comparison require five gigabytes each. */
export const onlyWhenNamed = true;

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
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
				text: 'first page of 1,000,000 x 14, compared with reading the file',
				own: 'reopened.firstPageMs',
				peer: 'read.ms',
				most: 0.15,
			},
			{
				text: 'the same, compared with a DuckDB database',
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
			{ text: 'groups by frames with saved keys', own: 'synced.groupsMs', limit: 3000, unit: 'ms' },
			{
				text: 'first count of a filter on three columns',
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
				text: 'additional day of 50,000, compared with exporting and opening it separately (CPU time)',
				own: 'dayAdded.processorMs',
				peer: 'dayAlone.processorMs',
				most: 1.3,
			},
			{ text: 'files rewritten for the additional day', own: 'dayAdded.rewritten', limit: 0, unit: 'files' },
			{ text: 'records of the additional day', own: 'dayAdded.records', same: 'dayAlone.records' },
			{ text: 'records', own: 'synced.records', same: 'syncedDuckdb.records' },
			{ text: 'records filtered', own: 'synced.filtered', same: 'syncedDuckdb.filtered' },
			{ text: 'time of the first record on the page', own: 'synced.pageTime', same: 'syncedDuckdb.pageTime' },
		],
	};
}
