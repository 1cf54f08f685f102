/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function query({ data, own, peer }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const same = (/** @type {string} */ text, /** @type {string} */ number) => ({
		text,
		own: `narrow.${number}`,
		same: `narrowDuckdb.${number}`,
	});
	return {
		title: 'Querying 1,000,000 records, and searching 170 MB of stack traces',
		programs: {
			narrow: [own('queryNarrow'), narrow],
			narrowDuckdb: [peer('duckdbQuery'), narrow],
			wide: [own('queryWide'), data('wide', 'csv', 100_000)],
		},
		goals: [
			{
				text: 'sort by time and a page at 500,000 against DuckDB',
				own: 'narrow.sortAndPageMs',
				peer: 'narrowDuckdb.sortAndPageMs',
				most: 0.3,
			},
			{ text: 'count of a filter on three columns', own: 'narrow.filterMs', peer: 'narrowDuckdb.filterMs', most: 2 },
			{ text: 'groups by name for the first time', own: 'narrow.groupMs', peer: 'narrowDuckdb.groupMs', most: 0.6 },
			{
				text: 'groups by name of a filtered view',
				own: 'narrow.groupFilteredMs',
				peer: 'narrowDuckdb.groupFilteredMs',
				most: 0.6,
			},
			same('the page begins at the same time', 'pageTime'),
			same('records filtered', 'filtered'),
			same('groups', 'groups'),
			same('groups of the filtered view', 'groupsFiltered'),
			same('devices of the largest group', 'devices'),
			same('last record of the largest group', 'lastSeen'),
		],
	};
}
