import type { TextToCopy } from '../../../shared/results';
import { atOnce, type Steps } from '../../common/steps';
import { markdownCell } from './markdown';
import { everySlice, inSlices } from './slices';
import { spreadsheetSafe } from './spreadsheetSafe';

/** How records are written: what comes before, between and after them. */
export interface RecordFormat {
	readonly head: string;
	/** @param index 0 for the first record of the file. */
	record(values: readonly string[], index: number): Steps<string>;
	readonly tail: string;
}

/** @param names Of the columns, in the order of the values. */
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
				// A table has a head row in any case; without a header it is an empty one.
				head: `${atOnce(row(names.map((name) => (header ? name : ''))))}| ${names.map(() => '---').join(' | ')} |\n`,
				record: row,
				tail: '',
			};
	}
}

/** Records of JSON, from the JSON of their values; without the members of which a record has none. */
export function jsonFormat(
	format: 'json' | 'ndjson',
	names: readonly string[],
): Pick<RecordFormat, 'head' | 'tail'> & {
	record(values: readonly (string | undefined)[], index: number): Steps<string>;
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
					// Line ends stand between the parts of a value only, where a blank says as much.
					return `${yield* inSlices(object(names, values), (slice) => slice.replace(/[\r\n]/g, ' '))}\n`;
				},
				tail: '',
			};
}

/**
 * CSV as in RFC 4180, its line ends among it. For tabs there is no standard that allows tabs and line ends in values;
 * spreadsheets read and write them quoted in the same way.
 */
function separated(
	names: readonly string[],
	separator: ',' | '\t',
	lineEnd: string,
	header: boolean,
	safe: boolean,
): RecordFormat {
	const special = separator === ',' ? /[",\r\n]/ : /["\t\r\n]/;
	// A line with nothing on it is no record to most readers, and one with nothing but blanks is none to some.
	const alone = names.length === 1;
	const cell = function* (value: string): Steps<string> {
		const text = safe ? yield* spreadsheetSafe(value) : value;
		const isPlain = yield* everySlice(text, (slice) => !special.test(slice));
		return isPlain && !(alone && text.trim() === '')
			? text
			: `"${yield* inSlices(text, (slice) => slice.replaceAll('"', '""'))}"`;
	};
	const line = function* (values: readonly string[]): Steps<string> {
		return (yield* each(values, cell)).join(separator) + lineEnd;
	};
	return { head: header ? atOnce(line(names)) : '', record: line, tail: '' };
}

/** Written by hand, since an object would move names that are numbers and drop `__proto__`. */
function object(names: readonly string[], values: readonly (string | undefined)[]): string {
	const members = names.flatMap((name, index) => {
		const value = values[index];
		return value === undefined ? [] : [`${JSON.stringify(name)}:${value}`];
	});
	return `{${members.join(',')}}`;
}

/**
 * What is no JSON in its file has strings only, as in the service document's own sample (section 2.1): a reader that made
 * doubles of IDs would change them.
 */
function* jsonText(value: string): Steps<string> {
	return `"${yield* inSlices(value, (slice) => JSON.stringify(slice).slice(1, -1))}"`;
}

function* row(cells: readonly string[]): Steps<string> {
	return `| ${(yield* each(cells, markdownCell)).join(' | ')} |\n`;
}

function* each(values: readonly string[], write: (value: string) => Steps<string>): Steps<string[]> {
	const written: string[] = [];
	for (const value of values) {
		written.push(yield* write(value));
	}
	return written;
}
