import type { TextToCopy } from '../../../shared/results';
import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { everyBatch, inBatches } from './batches';
import { markdownCell } from './markdown';

export interface RecordFormat {
	readonly head: string;
	record(values: readonly string[], index: number): CooperativeTask<string>;
	readonly tail: string;
}

/** Matches characters that begin a formula or end a cell, including full-width characters from East Asian keyboards. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const dangerous = /^[=+\-@\0-\x1f\x7f＝＋－＠]/;

/**
 * Matches places within a cell where a formula may begin. Excel may split cells at semicolons and ignores quotes within
 * a cell.
 */
const dangerousWithin = /[;"\s][=+\-@＝＋－＠]/g;

export function recordFormat(
	{ format, header, spreadsheetSafe: safe }: Pick<TextToCopy, 'format' | 'header' | 'spreadsheetSafe'>,
	names: readonly string[],
): RecordFormat {
	switch (format) {
		case 'csv':
			return separated(names, ',', '\r\n', header, safe);
		case 'tsv':
			return separated(names, '\t', '\n', header, safe);
		case 'json':
		case 'ndjson': {
			const lists = jsonFormat(format, names);
			return {
				...lists,
				*record(values, index) {
					return yield* lists.record(yield* each(values, jsonText), index);
				},
			};
		}
		case 'markdown':
			return {
				// Markdown tables always have a header row, which is empty if no header is wanted.
				head: `${runSynchronously(row(names.map((name) => (header ? name : ''))))}| ${names.map(() => '---').join(' | ')} |\n`,
				record: row,
				tail: '',
			};
	}
}

/** Creates a format that writes raw JSON values. A value that is undefined is omitted. */
export function jsonFormat(
	format: 'json' | 'ndjson',
	names: readonly string[],
): Pick<RecordFormat, 'head' | 'tail'> & {
	record(values: readonly (string | undefined)[], index: number): CooperativeTask<string>;
} {
	return format === 'json'
		? {
				head: '{"data":[',
				*record(values, index) {
					const text = object(names, values);
					yield;
					return `${index === 0 ? '\n' : ',\n'}${text}`;
				},
				tail: '\n]}\n',
			}
		: {
				head: '',
				*record(values) {
					// Line endings in raw JSON are always between tokens, where a space has the same meaning.
					return `${yield* inBatches(object(names, values), (slice) => slice.replace(/[\r\n]/g, ' '))}\n`;
				},
				tail: '',
			};
}

/** Creates a format for CSV (RFC 4180) or tab-separated values, for which spreadsheet programs use the same quoting. */
function separated(
	names: readonly string[],
	separator: ',' | '\t',
	lineEnd: string,
	header: boolean,
	safe: boolean,
): RecordFormat {
	const special = separator === ',' ? /[",\r\n]/ : /["\t\r\n]/;
	// A blank value in a single column is quoted, because readers may ignore blank lines.
	const alone = names.length === 1;
	const cell = function* (value: string): CooperativeTask<string> {
		const text = safe ? yield* spreadsheetSafe(value) : value;
		const isPlain = yield* everyBatch(text, (slice) => !special.test(slice));
		return isPlain && !(alone && text.trim() === '')
			? text
			: `"${yield* inBatches(text, (slice) => slice.replaceAll('"', '""'))}"`;
	};
	const line = function* (values: readonly string[]): CooperativeTask<string> {
		return (yield* each(values, cell)).join(separator) + lineEnd;
	};
	return { head: header ? runSynchronously(line(names)) : '', record: line, tail: '' };
}

/** Returns a JSON object as text. A JavaScript object would reorder numeric names and drop `__proto__`. */
function object(names: readonly string[], values: readonly (string | undefined)[]): string {
	const members = names.flatMap((name, index) => {
		const value = values[index];
		return value === undefined ? [] : [`${JSON.stringify(name)}:${value}`];
	});
	return `{${members.join(',')}}`;
}

/** Formats a value as a JSON string (service document, section 2.1). As a JSON number, a long ID would lose digits. */
function* jsonText(value: string): CooperativeTask<string> {
	return `"${yield* inBatches(value, (slice) => JSON.stringify(slice).slice(1, -1))}"`;
}

function* row(cells: readonly string[]): CooperativeTask<string> {
	return `| ${(yield* each(cells, markdownCell)).join(' | ')} |\n`;
}

function* each(
	values: readonly string[],
	write: (value: string) => CooperativeTask<string>,
): CooperativeTask<string[]> {
	const written: string[] = [];
	for (const value of values) {
		written.push(yield* write(value));
	}
	return written;
}

export function* spreadsheetSafe(text: string): CooperativeTask<string> {
	const begun = dangerous.test(text) ? `'${text}` : text;
	return yield* inBatches(begun, (slice, from) =>
		slice.replace(dangerousWithin, (found, offset: number) =>
			beginsCell(begun, from + offset) ? `${found.charAt(0)}'${found.charAt(1)}` : found,
		),
	);
}

/**
 * Returns true if a cell may begin here. Searches backward over spaces and quotes, because a regular expression would
 * search each run of spaces several times.
 */
function beginsCell(text: string, before: number): boolean {
	for (let index = before; ; index--) {
		const character = text.charAt(index);
		if (character !== '' && ';\t\n\r'.includes(character)) {
			return true;
		}
		if (character !== '"' && !/\s/.test(character)) {
			return false;
		}
	}
}
