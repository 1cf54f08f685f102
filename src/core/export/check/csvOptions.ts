import type { Options } from 'csv-parse/sync';

/** Makes csv-parse find the same records as `CsvSource`. An empty line is a record if there is one column. */
export function csvOptions(columns: number): Options {
	return {
		bom: true,
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: columns > 1,
	};
}
