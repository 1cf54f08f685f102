/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function save({ data, own, peer }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const wide = data('wide', 'csv', 100_000);
	const names = `${narrow}-names`;
	return {
		title: 'Saving as Parquet, and copied SQL',
		programs: {
			narrow: [own('saveParquet'), narrow, `${narrow}.parquet`],
			narrowDuckdb: [peer('duckdbParquet'), narrow, `${narrow}.parquet`, `${narrow}.duckdb.parquet`],
			wide: [own('saveParquet'), wide, `${wide}.parquet`],
			wideDuckdb: [peer('duckdbParquet'), wide, `${wide}.parquet`, `${wide}.duckdb.parquet`],
			snippets: [own('hostileNames'), names],
			snippetsDuckdb: [peer('duckdbSnippets'), names],
		},
		goals: [
			{ text: 'size of 1,000,000 x 14 against CSV', own: 'narrow.bytes', peer: 'narrow.csvBytes', most: 0.15 },
			{ text: 'size of 100,000 x 30 against CSV', own: 'wide.bytes', peer: 'wide.csvBytes', most: 0.15 },
			{ text: 'size, narrow, against DuckDB', own: 'narrow.bytes', peer: 'narrowDuckdb.bytes', most: 1.1 },
			{ text: 'size, wide, against DuckDB', own: 'wide.bytes', peer: 'wideDuckdb.bytes', most: 1.1 },
			{ text: 'records that differ, narrow', own: 'narrowDuckdb.differences', limit: 0, unit: 'records' },
			{ text: 'records that differ, wide', own: 'wideDuckdb.differences', limit: 0, unit: 'records' },
			{ text: 'additional memory, narrow', own: 'narrow.heldMb', limit: 450, unit: 'MB' },
			{ text: 'additional memory, wide', own: 'wide.heldMb', limit: 450, unit: 'MB' },
			{ text: 'SQL snippets with hostile names', own: 'snippetsDuckdb.snippets', same: 'snippets.snippets' },
			{ text: 'SQL snippets with wrong results', own: 'snippetsDuckdb.wrong', limit: 0, unit: 'snippets' },
		],
	};
}
