import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as getText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { powerShellWord, pythonText, sqlName, sqlText } from '../../../../../src/core/records/snippets/quoting';
import { getSnippets, type SnippetFiles, type SnippetTool } from '../../../../../src/core/records/snippets/snippets';
import { jsonShape } from '../../../../../src/engine/recordsSnippets';
import { skipBecause } from '../../../../support/skipBecause';
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
	'a\u001b[31m\u0007\u202e1\\x',
	'@a',
	'!!',
];
const form = { encoding: 'utf8', delimiter: ',' } as const;
const csv: SnippetFiles = { paths: ['/a.csv'], form, isSynced: false, format: 'csv' };
const json: SnippetFiles = {
	...csv,
	paths: ['/a.json'],
	format: 'json',
	shape: 'data',
	bytes: 9,
	columns: ['id', 'a "b"'],
};

function textFor(tool: SnippetTool, files: SnippetFiles, shell: 'posix' | 'powerShell' = 'posix'): string {
	return getSnippets(files, shell).find((snippet) => snippet.tool === tool)?.text ?? '';
}

async function has(program: string): Promise<boolean> {
	return run(program, ['--version']).then(
		() => true,
		() => false,
	);
}

describe('snippets for reading records in other tools', () => {
	const folder = useTemporaryFolder();

	it('snippets use the column types of a Parquet file', () => {
		const parquet: SnippetFiles = { ...csv, paths: ["/it's.parquet"], format: 'parquet' };
		assert.deepEqual(getSnippets(parquet, 'posix'), [
			{ tool: 'duckdb', text: "SELECT * FROM read_parquet('/it''s.parquet');\n" },
			{
				tool: 'clickhouse',
				text: `clickhouse local --input-format Parquet --query 'SELECT * FROM table LIMIT 10' < '/it'\\''s.parquet'\n`,
			},
			{
				tool: 'pandas',
				text: [
					'import pandas as pd\n',
					`paths = [\n    '/it\\'s.parquet',\n]`,
					'records = pd.concat([pd.read_parquet(path) for path in paths], ignore_index=True)\n',
				].join('\n'),
			},
			{ tool: 'server', text: textFor('server', parquet) },
		]);
		assert.match(textFor('server', parquet), /FORMAT%20Parquet' < "\$file"/);
	});

	it('snippets read every column as text and include the parameters that the file requires', () => {
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

	it('offers snippets only for tools that can read the records unchanged', () => {
		const tools = (files: SnippetFiles, shell: 'posix' | 'powerShell' = 'posix') =>
			getSnippets(files, shell).map(({ tool }) => tool);
		assert.deepEqual(tools(csv), ['duckdb', 'clickhouse', 'pandas', 'server']);
		assert.deepEqual(tools(csv, 'powerShell'), ['duckdb', 'pandas', 'server']);
		assert.deepEqual(tools({ ...csv, paths: ['/a', '/b'] }), ['duckdb', 'pandas', 'server']);
		assert.deepEqual(tools({ ...csv, form: { ...form, delimiter: ';' } }), ['duckdb', 'pandas']);
		assert.deepEqual(tools({ ...csv, form: { ...form, encoding: 'utf16le' } }), ['pandas']);
		assert.deepEqual(tools(json), ['duckdb', 'pandas']);
		assert.deepEqual(tools({ ...json, shape: 'lines' }), ['duckdb']);
		assert.deepEqual(tools({ ...json, shape: 'lines', columns: [] }), []);
	});

	it('snippets list all files of a synced set and state that the files share no records', () => {
		const retained = { ...csv, paths: ['/1/a.csv', '/2/a.csv'], isSynced: true };
		for (const { tool, text } of getSnippets(retained, 'posix')) {
			assert.match(text, tool === 'duckdb' ? /^-- One file per day/ : /^# One file per day/);
			assert.ok(text.includes("'/1/a.csv'") && text.includes("'/2/a.csv'"), text);
		}
		assert.match(textFor('duckdb', retained), /union_by_name=true/);
	});

	it("snippets contain no password, and quote names so that the names can't be executed as code", () => {
		for (const shell of ['posix', 'powerShell'] as const) {
			const text = textFor('server', csv, shell);
			assert.match(text, /X-ClickHouse-Key: \$(?:env:)?CLICKHOUSE_PASSWORD/);
			assert.doesNotMatch(/curl.*https/.exec(text)?.[0] ?? '', /PASSWORD/);
		}
		assert.equal(sqlText("a'b\\'"), "'a''b\\'''");
		assert.equal(sqlName('a"b'), '"a""b"');
		assert.equal(powerShellWord("a'b\u2019c$d`e"), "'a''b\u2019\u2019c$d`e'");
		assert.equal(jsonShape('\ufeff [{"data" : [1]}]'), 'list');
		assert.equal(jsonShape('{"status": 1,\n"data" :\n['), 'data');
		assert.equal(jsonShape('{"a": 1}\n{"a": 2}'), 'lines');
	});

	it('snippets omit control characters in file names, because a terminal would interpret them', () => {
		const path = '/\u001b]0;x\u0007a\rb\u0003\u0085\u202e1.csv';
		for (const shell of ['posix', 'powerShell'] as const) {
			for (const { tool, text } of getSnippets({ ...csv, paths: [path] }, shell)) {
				assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Bidi_Control}]/u, tool);
			}
		}
		assert.equal(powerShellWord('a\u001b$b`"'), '"a$([char]27)`$b```""');
		assert.equal(sqlText("a\\\u001b'"), "E'a\\\\\\u001b'''");
	});

	it('snippet uploads every file to a server even if file names contain shell metacharacters', async function () {
		if (process.platform === 'win32' || !(await has('bash')) || !(await has('curl'))) {
			skipBecause(this, 'Bash and curl are required.');
		}
		const got: string[] = [];
		const server = createServer(async (request, response) => {
			const { 'x-clickhouse-user': user, 'x-clickhouse-key': key } = request.headers;
			got.push([request.method, request.url, user, key, await getText(request)].join(' '));
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
			const { stdout } = await run('bash', ['-c', `curl() { echo "$@"; }\n${command}`], { env });
			assert.doesNotMatch(stdout, /\$c/, 'no argument contains the password');
			assert.deepEqual(
				got,
				paths.map(
					(_, index) => `POST /?query=INSERT%20INTO%20errors%20FORMAT%20CSVWithNames default a'b $c of ${index}`,
				),
			);
		} finally {
			server.close();
			server.closeAllConnections();
		}
	});

	it('snippet passes a file to a program even if the file name contains shell metacharacters', async function () {
		if (process.platform === 'win32' || !(await has('bash'))) {
			skipBecause(this, 'Bash is required.');
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

	it('Python snippet preserves the exact value of every name', async function () {
		if (!(await has('python3'))) {
			skipBecause(this, 'Python is required.');
		}
		const names = [...hostile, '\r\t\0\x7f\u2028\ud7ff', 'C:\\Users\\new\\x41'];
		const program =
			'import ast, json, sys\nprint(json.dumps([ast.literal_eval(text) for text in json.load(sys.stdin)]))';
		const asked = run('python3', ['-c', program]);
		asked.child.stdin?.end(JSON.stringify(names.map(pythonText)));
		assert.deepEqual(JSON.parse((await asked).stdout), names);
		// pandas may not be installed, so the snippets are only parsed.
		for (const files of [csv, json, { ...json, shape: 'list' as const }]) {
			const text = textFor('pandas', { ...files, paths: names });
			const parsing = run('python3', ['-c', 'import ast, sys\nast.parse(sys.stdin.read())']);
			parsing.child.stdin?.end(text);
			await parsing;
		}
	});
});
