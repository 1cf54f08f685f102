import type { Delimiter, FileForm } from '../../../shared/results';
import { posixWord, powerShellWord, pythonText, sqlName, sqlText } from './quoting';

/** What reads records elsewhere: `server` is a server of ClickHouse, into which they are sent. */
export type SnippetTool = 'duckdb' | 'clickhouse' | 'pandas' | 'server';
export type SnippetShell = 'posix' | 'powerShell';

export interface Snippet {
	readonly tool: SnippetTool;
	/** SQL, a command or Python. */
	readonly text: string;
}

/** How records lie in JSON: in the member `data`, in a list, or in lines of their own. */
export type JsonShape = 'data' | 'list' | 'lines';

/** Files of records, all written in the same way. */
export type SnippetFiles = {
	readonly paths: readonly string[];
	readonly form: FileForm;
	/** They hold a kept set, a day each. */
	readonly isKept: boolean;
} & ({ readonly format: 'csv' } | JsonFiles);

interface JsonFiles {
	readonly format: 'json';
	readonly shape: JsonShape;
	/** Bytes of the largest. */
	readonly bytes: number;
	readonly columns: readonly string[];
}

/** How much of a document DuckDB takes unless it is told, and how much it can be told (bytes). */
const usualObject = 16 * 1024 * 1024;
const largestObject = 2 ** 32 - 1;

const encodingsOfPython = {
	utf8: 'utf-8-sig',
	utf16le: 'utf-16',
	utf16be: 'utf-16',
	windows1252: 'cp1252',
} as const satisfies Record<FileForm['encoding'], string>;

const insertion = 'https://clickhouse.example.com:8443/?query=INSERT%20INTO%20errors%20FORMAT%20CSVWithNames';

/** Texts that read the files elsewhere, every value as text. Tools that would read something else of them are left out. */
export function snippetsOf(files: SnippetFiles, shell: SnippetShell): readonly Snippet[] {
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

function aboutDays({ isKept }: SnippetFiles, tool: SnippetTool): string {
	const mark = tool === 'duckdb' ? '--' : '#';
	return isKept ? `${mark} One file for each day of records by receive time; a record is in one of them.\n` : '';
}

function duckdb(files: SnippetFiles): string | undefined {
	const { paths, form } = files;
	if (form.encoding !== 'utf8') {
		return undefined;
	}
	const [first = ''] = paths;
	const where = paths.length === 1 ? sqlText(first) : `[\n  ${paths.map(sqlText).join(',\n  ')}\n]`;
	if (files.format === 'csv') {
		const options = `all_varchar=true, header=true, delim=${sqlText(form.delimiter)}, quote='"', escape='"'`;
		return `SELECT * FROM read_csv(${where}, ${options}${paths.length === 1 ? '' : ', union_by_name=true'});`;
	}
	const size = `maximum_object_size=${Math.min(largestObject, Math.max(usualObject, files.bytes + 1))}`;
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

/** From its input, so that no name of a file is taken for a pattern. What is of several files has several headers. */
function clickhouse({ format, form, paths }: SnippetFiles): string | undefined {
	const [path, another] = paths;
	return format === 'csv' && isPlain(form) && path !== undefined && another === undefined
		? [
				'clickhouse local --input-format CSVWithNames',
				'--input_format_csv_use_best_effort_in_schema_inference 0 --format_csv_allow_single_quotes 0',
				`--query 'SELECT * FROM table LIMIT 10' < ${posixWord(path)}`,
			].join(' ')
		: undefined;
}

function pandas(files: SnippetFiles): string | undefined {
	const { form } = files;
	const encoding = pythonText(encodingsOfPython[form.encoding]);
	const paths = `paths = [${files.paths.map((path) => `\n    ${pythonText(path)},`).join('')}\n]`;
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

/** The address, the table and the user are for the reader to replace. The password is in nobody's history. */
function server({ format, form, paths }: SnippetFiles, shell: SnippetShell): string | undefined {
	if (format !== 'csv' || !isPlain(form)) {
		return undefined;
	}
	if (shell === 'powerShell') {
		const curl = `curl.exe --fail-with-body --user "default:$($env:CLICKHOUSE_PASSWORD)" --data-binary "@$file" '${insertion}'`;
		return `foreach ($file in @(${paths.map(powerShellWord).join(', ')})) {\n  ${curl}\n}`;
	}
	// From its input, since it would take some names for several and put others behind the address.
	const curl = `curl --fail-with-body --user "default:$CLICKHOUSE_PASSWORD" --request POST --upload-file - '${insertion}'`;
	return `for file in ${paths.map(posixWord).join(' \\\n  ')}; do\n  ${curl} < "$file"\ndone`;
}

function isPlain({ encoding, delimiter }: FileForm): boolean {
	return encoding === 'utf8' && delimiter === ',';
}

function separator(delimiter: Delimiter): string {
	return delimiter === ',' ? '' : `, sep=${pythonText(delimiter)}`;
}
