import type { CopyOrSave } from '../../../shared/results';
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
	{ format, header, spreadsheetSafe: safe }: Pick<CopyOrSave, 'format' | 'header' | 'spreadsheetSafe'>,
	names: readonly string[],
): RecordFormat {
	switch (format) {
		case 'csv':
			return separated(names, ',', '\r\n', header, safe);
		case 'tsv':
			return separated(names, '\t', '\n', header, safe);
		case 'json':
			return {
				head: '{"data":[',
				*record(values, index) {
					return `${index === 0 ? '\n' : ',\n'}${yield* object(names, values)}`;
				},
				tail: '\n]}\n',
			};
		case 'ndjson':
			return {
				head: '',
				*record(values) {
					return `${yield* object(names, values)}\n`;
				},
				tail: '',
			};
		case 'markdown':
			return {
				// A table has a head row in any case; without a header it is an empty one.
				head: `${atOnce(row(names.map((name) => (header ? name : ''))))}| ${names.map(() => '---').join(' | ')} |\n`,
				record: row,
				tail: '',
			};
	}
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

/**
 * Every value is a string, as in the service document's own sample (section 2.1): a reader that made doubles of IDs
 * would change them. Written by hand, since an object would move names that are numbers and drop `__proto__`.
 */
function* object(names: readonly string[], values: readonly string[]): Steps<string> {
	const texts = yield* each(values, jsonText);
	const members = names.map((name, index) => `${JSON.stringify(name)}:${texts[index] ?? '""'}`);
	return `{${members.join(',')}}`;
}

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
