/** Requires a test database and Linux, because it measures the processor time of other processes. */
export const onlyWhenNamed = true;

// All times are processor times: of this process for loading, of both processes for groups, of the database for pages.
/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function server({ data, own }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const wide = data('wide', 'csv', 100_000);
	return {
		title: 'Records in a database',
		programs: {
			oldest: [own('onServer'), 'oldest', narrow],
			newest: [own('onServer'), 'newest', narrow, wide],
			narrow: [own('loadSteps'), narrow],
			wide: [own('loadSteps'), wide],
		},
		goals: [
			{
				text: 'load of 1,000,000 x 14 against clickhouse-client',
				own: 'narrow.loadMs',
				peer: 'narrow.peerMs',
				most: 3,
			},
			// Indexing and grouping alone take longer than three times the INSERT, so the goal is the remaining time.
			{
				text: 'traces without index and keys against clickhouse-client',
				own: 'wide.restMs',
				peer: 'wide.peerMs',
				most: 3,
			},
			{ text: 'index and keys of traces, lower bound', own: 'wide.floorMs', peer: 'wide.peerMs', most: 4.5 },
			// Loading must reach at least 0.4 times the speed of indexing.
			{ text: 'loading against indexing, oldest', own: 'oldest.loadMs', peer: 'oldest.indexMs', most: 2.5 },
			{ text: 'loading against indexing, newest', own: 'newest.loadMs', peer: 'newest.indexMs', most: 2.5 },
			{ text: 'size of 100,000 x 30 against CSV', own: 'newest.wideBytes', peer: 'newest.wideCsvBytes', most: 0.15 },
			{ text: 'many records, oldest', own: 'oldest.many', least: 10_000_000, unit: 'records' },
			{ text: 'many records, newest', own: 'newest.many', least: 10_000_000, unit: 'records' },
			{
				text: 'groups of many by name with devices against the file, per record',
				own: 'newest.manyGroupsMs',
				peer: 'newest.fileGroupsMs',
				most: 1,
			},
			{ text: 'page in the middle by time, oldest', own: 'oldest.pageByTimeMs', limit: 100, unit: 'ms' },
			{ text: 'page in the middle by device, oldest', own: 'oldest.pageByDeviceMs', limit: 100, unit: 'ms' },
			{ text: 'different results, oldest', own: 'oldest.differing', limit: 0, unit: 'answers' },
			{ text: 'different results, newest', own: 'newest.differing', limit: 0, unit: 'answers' },
		],
	};
}
