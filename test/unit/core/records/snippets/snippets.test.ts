import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { jsonShape } from '../../../../../src/core/records/snippets/jsonShape';
import { powerShellWord, pythonText, sqlName, sqlText } from '../../../../../src/core/records/snippets/quoting';
import { type SnippetFiles, type SnippetTool, snippetsOf } from '../../../../../src/core/records/snippets/snippets';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';

const run = promisify(execFile);
const hostile = [
	"it's",
	'a "b"',
	'a$(exit 1)$HOME',
	'a`exit 1`',
	'  a  b',
	'ошибка 漢😀',
	'a\nb',
	'z[1]*?{c,d}',
	"'; exit 1 #",
	'a\\',
	'-n',
	'@a',
	'!!',
];
const form = { encoding: 'utf8', delimiter: ',' } as const;
const csv: SnippetFiles = { paths: ['/a.csv'], form, isKept: false, format: 'csv' };
const json: SnippetFiles = {
	...csv,
	paths: ['/a.json'],
	format: 'json',
	shape: 'data',
	bytes: 9,
	columns: ['id', 'a "b"'],
};

function textFor(tool: SnippetTool, files: SnippetFiles, shell: 'posix' | 'powerShell' = 'posix'): string {
	return snippetsOf(files, shell).find((snippet) => snippet.tool === tool)?.text ?? '';
}

/** Whether a program is on this machine; in the tests of a person without it there is nothing to ask. */
async function has(program: string): Promise<boolean> {
	return run(program, ['--version']).then(
		() => true,
		() => false,
	);
}

describe('What is copied to read records elsewhere', () => {
	const folder = useTemporaryFolder();

	it('has every value as text, and says what it must know of the file', () => {
		assert.equal(
			textFor('duckdb', csv),
			`SELECT * FROM read_csv('/a.csv', all_varchar=true, header=true, delim=',', quote='"', escape='"');\n`,
		);
		assert.equal(
			textFor('duckdb', json),
			`SELECT unnest(data, max_depth := 2) FROM read_json('/a.json', columns={data: 'STRUCT("id" VARCHAR, "a ""b""" VARCHAR)[]'}, maximum_object_size=16777216);\n`,
		);
		assert.match(textFor('duckdb', { ...json, bytes: 20_000_000 }), /maximum_object_size=20000001\)/);
		assert.match(
			textFor('pandas', csv),
			/pd\.read_csv\(path, dtype=str, keep_default_na=False, encoding='utf-8-sig'\)/,
		);
		assert.match(textFor('pandas', json), /json\.load\(file, parse_int=str, parse_float=str\)\['data'\]/);
		const other = { ...csv, form: { encoding: 'utf16le', delimiter: ';' } } as const;
		assert.match(textFor('pandas', other), /sep=';', encoding='utf-16'/);
	});

	it('is offered for tools alone that read the records as they are', () => {
		const tools = (files: SnippetFiles, shell: 'posix' | 'powerShell' = 'posix') =>
			snippetsOf(files, shell).map(({ tool }) => tool);
		assert.deepEqual(tools(csv), ['duckdb', 'clickhouse', 'pandas', 'server']);
		assert.deepEqual(tools(csv, 'powerShell'), ['duckdb', 'pandas', 'server']);
		assert.deepEqual(tools({ ...csv, paths: ['/a', '/b'] }), ['duckdb', 'pandas', 'server']);
		assert.deepEqual(tools({ ...csv, form: { ...form, delimiter: ';' } }), ['duckdb', 'pandas']);
		assert.deepEqual(tools({ ...csv, form: { ...form, encoding: 'utf16le' } }), ['pandas']);
		assert.deepEqual(tools(json), ['duckdb', 'pandas']);
		assert.deepEqual(tools({ ...json, shape: 'lines' }), ['duckdb']);
		assert.deepEqual(tools({ ...json, shape: 'lines', columns: [] }), []);
	});

	it('names all files of a kept set, and says that no record is in two of them', () => {
		const kept = { ...csv, paths: ['/1/a.csv', '/2/a.csv'], isKept: true };
		for (const { tool, text } of snippetsOf(kept, 'posix')) {
			assert.match(text, tool === 'duckdb' ? /^-- One file for each day/ : /^# One file for each day/);
			assert.ok(text.includes("'/1/a.csv'") && text.includes("'/2/a.csv'"), text);
		}
		assert.match(textFor('duckdb', kept), /union_by_name=true/);
	});

	it('holds no password, and a name in quotes that is nothing but a name', () => {
		for (const shell of ['posix', 'powerShell'] as const) {
			assert.match(
				textFor('server', csv, shell),
				/--user "default:\$(?:CLICKHOUSE_PASSWORD|\(\$env:CLICKHOUSE_PASSWORD\))"/,
			);
		}
		assert.equal(sqlText("a'b\\'"), "'a''b\\'''");
		assert.equal(sqlName('a"b'), '"a""b"');
		assert.equal(powerShellWord("a'b\u2019c$d`e"), "'a''b\u2019\u2019c$d`e'");
		assert.equal(jsonShape('\ufeff [{"data" : [1]}]'), 'list');
		assert.equal(jsonShape('{"status": 1,\n"data" :\n['), 'data');
		assert.equal(jsonShape('{"a": 1}\n{"a": 2}'), 'lines');
	});

	it('sends each file to a server, whatever its name is to a shell', async function () {
		if (process.platform === 'win32' || !(await has('bash')) || !(await has('curl'))) {
			this.skip();
		}
		const got: string[] = [];
		const server = createServer(async (request, response) => {
			got.push([request.method, request.url, request.headers.authorization, await textOf(request)].join(' '));
			response.end();
		});
		await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
		try {
			const paths = hostile.map((name) => join(folder.path, name));
			await Promise.all(paths.map((path, index) => writeFile(path, `of ${index}`)));
			const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const command = textFor('server', { ...csv, paths }).replaceAll('https://clickhouse.example.com:8443', address);
			const env = { ...process.env, CLICKHOUSE_PASSWORD: "a'b $c", no_proxy: '*' };
			await run('bash', ['-c', command], { env });
			const account = Buffer.from("default:a'b $c").toString('base64');
			assert.deepEqual(
				got,
				paths.map(
					(_, index) => `POST /?query=INSERT%20INTO%20errors%20FORMAT%20CSVWithNames Basic ${account} of ${index}`,
				),
			);
		} finally {
			server.close();
			server.closeAllConnections();
		}
	});

	it('gives a program its file, whatever its name is to a shell', async function () {
		if (process.platform === 'win32' || !(await has('bash'))) {
			this.skip();
		}
		for (const name of hostile) {
			const path = join(folder.path, name);
			await writeFile(path, `of ${name}`);
			const command = textFor('clickhouse', { ...csv, paths: [path] });
			const { stdout } = await run('bash', ['-c', `clickhouse() { printf '%s|' "$@"; cat; }\n${command}`]);
			assert.match(stdout, /^local\|--input-format\|CSVWithNames\|.*\|--query\|SELECT \* FROM table LIMIT 10\|of /);
			assert.ok(stdout.endsWith(`|of ${name}`), stdout);
		}
	});

	it('is Python in which each name is itself', async function () {
		if (!(await has('python3'))) {
			this.skip();
		}
		const names = [...hostile, '\r\t\0\x7f\u2028\ud7ff', 'C:\\Users\\new\\x41'];
		const program =
			'import ast, json, sys\nprint(json.dumps([ast.literal_eval(text) for text in json.load(sys.stdin)]))';
		const asked = run('python3', ['-c', program]);
		asked.child.stdin?.end(JSON.stringify(names.map(pythonText)));
		assert.deepEqual(JSON.parse((await asked).stdout), names);
		// Without the library it would read with, which is not here.
		for (const files of [csv, json, { ...json, shape: 'list' as const }]) {
			const text = textFor('pandas', { ...files, paths: names });
			const parsing = run('python3', ['-c', 'import ast, sys\nast.parse(sys.stdin.read())']);
			parsing.child.stdin?.end(text);
			await parsing;
		}
	});
});
