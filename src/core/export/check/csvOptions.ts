import type { Options } from 'csv-parse/sync';

/**
 * Returns options that make csv-parse find the same records as `CsvSource`. If there is one column, an empty line is a
 * record.
 */
export function csvOptions(columns: number): Options {
	return {
		bom: true,
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: columns > 1,
	};
}
