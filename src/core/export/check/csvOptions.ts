import type { Options } from 'csv-parse/sync';

/**
 * How csv-parse reads what `CsvSource` finds. An empty line is a record only where there is one column, so
 * `skip_empty_lines` depends on the header.
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
