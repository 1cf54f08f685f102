import { FieldTable } from '../../core/plan/fields';
import type { Format } from '../../core/plan/plan';
import type { SampleRecord } from '../records/source';

interface TextStyle {
	readonly format: Format;
	readonly fields: readonly string[];
	readonly lastName?: string | undefined;
	readonly byteOrderMark: boolean;
	readonly crLf: boolean;
	readonly bareNumbers: boolean;
	readonly unknownMembers: boolean;
	readonly ragged: boolean;
}

export interface RecordWriter {
	readonly head: string;
	record(values: SampleRecord, row: number): string;
	readonly tail: string;
}

export function recordWriter(style: TextStyle): RecordWriter {
	const names = style.fields.with(-1, style.lastName ?? style.fields.at(-1) ?? '');
	const mark = style.byteOrderMark ? '\ufeff' : '';
	return style.format === 'csv' ? csvWriter(style, names, mark) : jsonWriter(style, names, mark);
}

/** Writes CSV according to RFC 4180, but with LF line endings by default, like live services. */
function csvWriter({ crLf, ragged }: TextStyle, names: readonly string[], mark: string): RecordWriter {
	const lineEnd = crLf ? '\r\n' : '\n';
	return {
		head: mark + csvLine(names) + lineEnd,
		record: (values, row) => csvLine(ragged ? raggedRow(values, row) : values) + lineEnd,
		tail: '',
	};
}

function csvLine(values: readonly string[]): string {
	// A single empty cell is quoted, because most parsers don't count an empty line as a record.
	return values.length === 1 && values[0] === '' ? '""' : values.map(csvCell).join(',');
}

function csvCell(value: string): string {
	return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function raggedRow(values: readonly string[], row: number): readonly string[] {
	switch (row % 7) {
		case 3:
			return values.slice(0, -1);
		case 5:
			return [...values, 'one cell too many'];
		default:
			return values;
	}
}

/** Writes JSON with one record per line. Numbers are quoted by default (service document, section 2.1). */
function jsonWriter(style: TextStyle, names: readonly string[], mark: string): RecordWriter {
	const { bareNumbers, unknownMembers } = style;
	const table = new FieldTable();
	const members = names.map((name, index) => ({
		start: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
		bare: bareNumbers && table.get(style.fields[index] ?? '')?.type === 'integer',
	}));
	const extra = unknownMembers ? ',"shard":{"id":"7","replicas":[1,2]},"schema_version":3' : '';
	return {
		head: `${mark}{"data":[`,
		record: (values, row) => {
			let text = row === 0 ? '\n' : ',\n';
			for (const [index, { start, bare }] of members.entries()) {
				const value = values[index] ?? '';
				text += start + (bare ? value || 'null' : JSON.stringify(value));
			}
			return `${text}${extra}}`;
		},
		tail: `\n]${unknownMembers ? ',"rows_before_limit":null,"source":"sample"' : ''}}\n`,
	};
}
