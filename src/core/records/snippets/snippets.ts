import type { Delimiter, FileForm } from '../../../shared/results';
import { posixWord, powerShellWord, pythonText, sqlName, sqlText } from './quoting';

/** Tool that can read the records. `server` copies the records to a ClickHouse server. */
export type SnippetTool = 'duckdb' | 'clickhouse' | 'pandas' | 'server';
export type SnippetShell = 'posix' | 'powerShell';

export interface Snippet {
	readonly tool: SnippetTool;
	readonly text: string;
}

/** Structure of a JSON file: an array in the property `data`, a top-level array, or one record per line. */
export type JsonShape = 'data' | 'list' | 'lines';

export type SnippetFiles = {
	readonly paths: readonly string[];
	readonly form: FileForm;
	/** Whether the files are the daily files of synced records. */
	readonly isSynced: boolean;
} & ({ readonly format: 'csv' } | { readonly format: 'parquet' } | JsonFiles);

interface JsonFiles {
	readonly format: 'json';
	readonly shape: JsonShape;
	readonly bytes: number;
	readonly columns: readonly string[];
}

/** Default object size (`typicalObjectBytes`) and maximum object size in DuckDB, in bytes. */
const typicalObjectBytes = 16 * 1024 * 1024;
const largestObject = 2 ** 32 - 1;

const encodingsOfPython = {
	utf8: 'utf-8-sig',
	utf16le: 'utf-16',
	utf16be: 'utf-16',
	windows1252: 'cp1252',
	windows1250: 'cp1250',
	windows1251: 'cp1251',
	shiftJis: 'cp932',
	gb18030: 'gb18030',
	big5: 'big5hkscs',
	eucKr: 'cp949',
} as const satisfies Record<FileForm['encoding'], string>;

const insertion = 'https://clickhouse.example.com:8443/?query=INSERT%20INTO%20errors%20FORMAT%20';

/** Returns a snippet for each tool that reads values unchanged. Values are read as text, except from Parquet files. */
export function getSnippets(files: SnippetFiles, shell: SnippetShell): readonly Snippet[] {
	if (isUnusual(files.form)) {
		return [];
	}
	const texts = {
		duckdb: duckdb(files),
		clickhouse: shell === 'posix' ? clickhouse(files) : undefined,
		pandas: pandas(files),
		server: server(files, shell),
	};
	return (['duckdb', 'clickhouse', 'pandas', 'server'] as const).flatMap((tool) => {
		const text = texts[tool];
		return text === undefined ? [] : [{ tool, text: `${aboutDays(files, tool)}${text}\n` }];
	});
}

function aboutDays({ isSynced }: SnippetFiles, tool: SnippetTool): string {
	const mark = tool === 'duckdb' ? '--' : '#';
	return isSynced
		? `${mark} One file per day (server time). Each record is in exactly one file.
`
		: '';
}

function duckdb(files: SnippetFiles): string | undefined {
	const { paths, form } = files;
	if (form.encoding !== 'utf8') {
		return undefined;
	}
	const [first = ''] = paths;
	const where = paths.length === 1 ? sqlText(first) : `[\n  ${paths.map(sqlText).join(',\n  ')}\n]`;
	if (files.format === 'parquet') {
		return `SELECT * FROM read_parquet(${where});`;
	}
	if (files.format === 'csv') {
		const options = `all_varchar=true, header=true, delim=${sqlText(form.delimiter)}, quote='"', escape='"'`;
		return `SELECT * FROM read_csv(${where}, ${options}${paths.length === 1 ? '' : ', union_by_name=true'});`;
	}
	const size = `maximum_object_size=${Math.min(largestObject, Math.max(typicalObjectBytes, files.bytes + 1))}`;
	const columns = files.columns.map(sqlName);
	if (columns.length === 0) {
		return undefined;
	}
	if (files.shape === 'data') {
		const type = sqlText(`STRUCT(${columns.map((name) => `${name} VARCHAR`).join(', ')})[]`);
		return `SELECT unnest(data, max_depth := 2) FROM read_json(${where}, columns={data: ${type}}, ${size});`;
	}
	const types = columns.map((name) => `${name}: 'VARCHAR'`).join(', ');
	return `SELECT * FROM read_json(${where}, columns={${types}}, ${size});`;
}

/** Reads the file from standard input, because its name could be interpreted as a glob pattern. */
function clickhouse({ format, form, paths }: SnippetFiles): string | undefined {
	const [path, another] = paths;
	if (format === 'json' || !isPlain(form) || path === undefined || another !== undefined) {
		return undefined;
	}
	const options = {
		csv: 'CSVWithNames --input_format_csv_use_best_effort_in_schema_inference 0 --format_csv_allow_single_quotes 0',
		parquet: 'Parquet',
	};
	return `clickhouse local --input-format ${options[format]} --query 'SELECT * FROM table LIMIT 10' < ${posixWord(path)}`;
}

function pandas(files: SnippetFiles): string | undefined {
	const { form } = files;
	const encoding = pythonText(encodingsOfPython[form.encoding]);
	const paths = `paths = [${files.paths.map((path) => `\n    ${pythonText(path)},`).join('')}\n]`;
	if (files.format === 'parquet') {
		const records = 'records = pd.concat([pd.read_parquet(path) for path in paths], ignore_index=True)';
		return ['import pandas as pd\n', paths, records].join('\n');
	}
	if (files.format === 'csv') {
		const options = `dtype=str, keep_default_na=False${separator(form.delimiter)}, encoding=${encoding}`;
		return [
			'import pandas as pd\n',
			paths,
			`tables = [pd.read_csv(path, ${options}) for path in paths]`,
			"records = pd.concat(tables, ignore_index=True).fillna('')",
		].join('\n');
	}
	if (files.shape === 'lines') {
		return undefined;
	}
	const member = files.shape === 'data' ? "['data']" : '';
	return [
		'import json\nimport pandas as pd\n',
		paths,
		'found = []',
		'for path in paths:',
		`    with open(path, encoding=${encoding}) as file:`,
		`        found += json.load(file, parse_int=str, parse_float=str)${member}`,
		"records = pd.DataFrame(found, dtype=object).fillna('')",
	].join('\n');
}

/** Passes the password to curl as input, because all users of a computer can see the arguments of processes. */
function server({ format, form, paths }: SnippetFiles, shell: SnippetShell): string | undefined {
	if (format === 'json' || !isPlain(form)) {
		return undefined;
	}
	const url = `${insertion}${format === 'csv' ? 'CSVWithNames' : 'Parquet'}`;
	if (shell === 'powerShell') {
		const headers = '"X-ClickHouse-User: default`nX-ClickHouse-Key: $env:CLICKHOUSE_PASSWORD"';
		const curl = `curl.exe --fail-with-body --header '@-' --data-binary "@$file" '${url}'`;
		return `foreach ($file in @(${paths.map(powerShellWord).join(', ')})) {\n  ${headers} | ${curl}\n}`;
	}
	// With a file name instead of standard input, curl would expand glob patterns or append the name to the URL.
	const curl = `curl --fail-with-body --header @/dev/fd/3 --request POST --upload-file - '${url}'`;
	const headers = 'X-ClickHouse-User: default\nX-ClickHouse-Key: $CLICKHOUSE_PASSWORD';
	return `for file in ${paths.map(posixWord).join(' \\\n  ')}; do\n  ${curl} < "$file" 3<<END\n${headers}\nEND\ndone`;
}

function isUnusual({ encoding: _, delimiter: __, ...unusual }: FileForm): boolean {
	return Object.values(unusual).some((value) => value !== undefined);
}

function isPlain({ encoding, delimiter }: FileForm): boolean {
	return encoding === 'utf8' && delimiter === ',';
}

function separator(delimiter: Delimiter): string {
	return delimiter === ',' ? '' : `, sep=${pythonText(delimiter)}`;
}
