import type { TakeAway } from '../../../shared/results';
import { markdownCell } from './markdown';
import { spreadsheetSafe } from './spreadsheetSafe';

/** How records are written: what comes before, between and after them. */
export interface RecordFormat {
	readonly head: string;
	/** @param index 0 for the first record of the file. */
	record(values: readonly string[], index: number): string;
	readonly tail: string;
}

/** @param names Of the columns, in the order of the values. */
export function recordFormat(
	{ format, header, spreadsheetSafe: safe }: Pick<TakeAway, 'format' | 'header' | 'spreadsheetSafe'>,
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
				record: (values, index) => `${index === 0 ? '\n' : ',\n'}${object(names, values)}`,
				tail: '\n]}\n',
			};
		case 'ndjson':
			return { head: '', record: (values) => `${object(names, values)}\n`, tail: '' };
		case 'markdown':
			return {
				// A table has a head row in any case; without a header it is an empty one.
				head: `${row(names.map((name) => (header ? name : '')))}${row(
					names.map(() => ''),
					'---',
				)}`,
				record: (values) => row(values),
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
	const cell = (value: string) => {
		const text = safe ? spreadsheetSafe(value) : value;
		return special.test(text) || (alone && text.trim() === '') ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const line = (values: readonly string[]) => values.map(cell).join(separator) + lineEnd;
	return { head: header ? line(names) : '', record: line, tail: '' };
}

/**
 * Every value is a string, as in the service document's own sample (section 2.1): a reader that made doubles of IDs
 * would change them. Written by hand, since an object would move names that are numbers and drop `__proto__`.
 */
function object(names: readonly string[], values: readonly string[]): string {
	const members = names.map((name, index) => `${JSON.stringify(name)}:${JSON.stringify(values[index] ?? '')}`);
	return `{${members.join(',')}}`;
}

function row(cells: readonly string[], rule?: string): string {
	return `| ${cells.map((cell) => rule ?? markdownCell(cell)).join(' | ')} |\n`;
}
