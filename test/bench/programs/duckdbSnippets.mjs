import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from './duckdb.mjs';

// Counts the copied SQL snippets whose result differs from the written records: duckdbSnippets FOLDER
/** @type {{ written: { sql: string, records: number }[], columns: string[], records: string[][] }} */
const { written, columns, records } = JSON.parse(readFileSync(join(process.argv[2] ?? '', 'snippets.json'), 'utf8'));
const connection = await connect();
const expected = JSON.stringify(records);
let wrong = 0;
for (const { sql, records: count } of written) {
	try {
		const rows = (await connection.runAndReadAll(sql)).getRowObjects();
		const read = rows.map((row) => columns.map((column) => row[column] ?? ''));
		const files = read.length === count ? count / records.length : 0;
		const all = Array.from({ length: files }, (_, file) =>
			JSON.stringify(read.slice(file * records.length, (file + 1) * records.length)),
		);
		wrong += files > 0 && all.every((one) => one === expected) ? 0 : 1;
	} catch (error) {
		process.stderr.write(`${sql}${error}\n`);
		wrong++;
	}
}
connection.closeSync();
console.log(JSON.stringify({ snippets: written.length, wrong }));
