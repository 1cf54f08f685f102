/** The files take five gigabytes, and as much again in the peer's database. */
export const onlyWhenNamed = true;

/**
 * Records that were read before: one file, and ten million records in a hundred parts.
 *
 * @param {import('../run.mjs').Tools} tools
 * @returns {import('../run.mjs').Suite}
 */
export default function kept({ data, parts, own, peer }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const many = parts('kept', 10_000_000, 100);
	return {
		title: 'Records that were read before',
		programs: {
			read: [own('openFile'), narrow],
			reopened: [own('reopenFile'), narrow],
			reopenedDuckdb: [peer('duckdbKept'), `${narrow}.duckdb`, narrow],
			indexes: [own('keptBuild'), many],
			kept: [own('keptRecords'), many],
			dayAlone: [own('keptUpdate'), peer('serveBody'), own('engine'), many, 'alone'],
			dayAdded: [own('keptUpdate'), peer('serveBody'), own('engine'), many, 'set'],
			keptDuckdb: [peer('duckdbKept'), `${many}.duckdb`, `${many}/*.csv`],
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
				own: 'kept.firstPageAndHistogramMs',
				limit: 2000,
				unit: 'ms',
			},
			{ text: 'groups by frames, whose keys are saved', own: 'kept.groupsMs', limit: 3000, unit: 'ms' },
			{
				text: 'count of a filter on three columns, asked for the first time',
				own: 'kept.filterMs',
				peer: 'keptDuckdb.filterMs',
				most: 0.6,
			},
			{
				text: 'sort by time and a page at 5,000,000',
				own: 'kept.sortAndPageMs',
				peer: 'keptDuckdb.sortAndPageMs',
				most: 0.6,
			},
			{ text: 'memory', own: 'kept.peakMb', limit: 450, unit: 'MB' },
			{
				text: 'a new day of 50,000 in that, against exporting and opening it alone, of the processor',
				own: 'dayAdded.processorMs',
				peer: 'dayAlone.processorMs',
				most: 1.3,
			},
			{ text: 'files that are written again for it', own: 'dayAdded.rewritten', limit: 0, unit: 'files' },
			{ text: 'records of the day', own: 'dayAdded.records', same: 'dayAlone.records' },
			{ text: 'records', own: 'kept.records', same: 'keptDuckdb.records' },
			{ text: 'records filtered', own: 'kept.filtered', same: 'keptDuckdb.filtered' },
			{ text: 'the page begins at the same time', own: 'kept.pageTime', same: 'keptDuckdb.pageTime' },
		],
	};
}
