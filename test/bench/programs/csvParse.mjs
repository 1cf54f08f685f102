// Parses a file with csv-parse as a stream, tolerating the same malformed records as the product: csvParse FILE
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

const [file = ''] = process.argv.slice(2);
const started = performance.now();
let lines = 0;
const parser = parse({
	bom: true,
	record_delimiter: ['\r\n', '\n', '\r'],
	relax_column_count: true,
	relax_quotes: true,
	skip_empty_lines: true,
});
parser.on('data', () => {
	lines++;
});
parser.on('end', () => {
	const ms = performance.now() - started;
	console.log(JSON.stringify({ ms, records: lines - 1, peakMb: process.resourceUsage().maxRSS / 1024 }));
});
createReadStream(file).pipe(parser);
