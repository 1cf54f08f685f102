/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function open({ data, own, peer }) {
	const narrow = data('narrow', 'csv', 1_000_000);
	const wide = data('wide', 'csv', 100_000);
	const json = data('wide', 'json', 100_000);
	const large = data('narrow', 'csv', 2_000_000);
	return {
		title: 'Opening a file',
		programs: {
			narrow: [own('openFile'), narrow],
			narrowCsvParse: [peer('csvParse'), narrow],
			narrowDuckdb: [peer('duckdbOpen'), narrow],
			wide: [own('openFile'), wide],
			wideCsvParse: [peer('csvParse'), wide],
			wideDuckdb: [peer('duckdbOpen'), wide],
			json: [own('openFile'), json],
			jsonParse: [peer('jsonParse'), json],
			large: [own('openFile'), large],
		},
		goals: [
			{ text: '1,000,000 x 14 against csv-parse', own: 'narrow.ms', peer: 'narrowCsvParse.ms', most: 0.125 },
			{ text: '1,000,000 x 14 against DuckDB', own: 'narrow.ms', peer: 'narrowDuckdb.ms', most: 1.3 },
			{ text: '100,000 x 30 with traces against csv-parse', own: 'wide.ms', peer: 'wideCsvParse.ms', most: 0.125 },
			{ text: '100,000 x 30 with traces against DuckDB', own: 'wide.ms', peer: 'wideDuckdb.ms', most: 1 },
			{ text: 'JSON, compared with JSON.parse of the whole text', own: 'json.ms', peer: 'jsonParse.ms', most: 0.9 },
			{ text: 'memory at 1,000,000 x 14', own: 'narrow.peakMb', limit: 256, unit: 'MB' },
			{ text: 'memory at 2,000,000 x 14', own: 'large.peakMb', limit: 320, unit: 'MB' },
			{ text: 'records found, narrow', own: 'narrow.records', same: 'narrowDuckdb.records' },
			{ text: 'records found, wide', own: 'wide.records', same: 'wideCsvParse.records' },
			{ text: 'records found, JSON', own: 'json.records', same: 'jsonParse.records' },
		],
	};
}
