import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getSnippets, type JsonShape, type SnippetFiles } from '../../../src/core/records/snippets/snippets';

const names = [
	"it's",
	'a "b"',
	'a$HOME',
	'a`b`',
	'a  b',
	'ошибка 漢😀',
	'a\nb',
	'z[1]*?{c,d}',
	"'; DROP TABLE t; --",
	'a\\b',
	'%41',
];
const columns = ['id', 'error "x"', "it's"];
const records = [
	['9007199254740993', 'a "b"\r\nc', ''],
	['12345678901234567890123', "it's", '007'],
];
const csv = [columns, ...records]
	.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
	.join('');
const objects = records.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
const json = {
	data: JSON.stringify({ data: objects }),
	list: JSON.stringify(objects),
	lines: objects.map((object) => JSON.stringify(object)).join('\n'),
} as const satisfies Record<JsonShape, string>;

/** Writes files with hostile names and SQL that reads them, one at a time and all together: `hostileNames FOLDER`. */
function main(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const form = { encoding: 'utf8', delimiter: ',' } as const;
	const written: { sql: string; records: number }[] = [];
	const add = (files: SnippetFiles) => {
		const sql = getSnippets(files, 'posix').find(({ tool }) => tool === 'duckdb')?.text ?? '';
		written.push({ sql, records: records.length * files.paths.length });
	};
	const write = (name: string, text: string) => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	};
	const tables = names.map((name) => write(`${name}.csv`, csv));
	for (const paths of [...tables.map((path) => [path]), tables]) {
		add({ paths, form, isSynced: paths.length > 1, format: 'csv' });
	}
	for (const shape of ['data', 'list', 'lines'] as const) {
		const documents = names.map((name) => write(`${name}.${shape}.json`, json[shape]));
		for (const paths of [...documents.map((path) => [path]), documents]) {
			add({ paths, form, isSynced: paths.length > 1, format: 'json', shape, bytes: json[shape].length, columns });
		}
	}
	writeFileSync(join(folder, 'snippets.json'), JSON.stringify({ written, columns, records }));
	console.log(JSON.stringify({ snippets: written.length }));
}

main(process.argv[2] ?? '');
