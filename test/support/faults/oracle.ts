import { parse } from 'csv-parse/sync';
import type { Format } from '../../../src/core/plan/plan';

export interface Held {
	/** Column names in the header. Empty for JSON. */
	readonly header: readonly string[];
	/** Records as strings. Two strings are equal if and only if the records are equal. */
	readonly records: readonly string[];
}

/** Parses records without using App Errors. Each byte becomes one character, so that invalid UTF-8 is preserved. */
export function recordsIn(bytes: Uint8Array, format: Format): Held {
	const text = Buffer.from(bytes)
		.toString('latin1')
		.replace(/^\xef\xbb\xbf/, '');
	if (format === 'json') {
		const { data }: { data: unknown[] } = JSON.parse(text, keepDigits);
		return { header: [], records: data.map((record) => JSON.stringify(record)) };
	}
	const [header = [], ...rows]: string[][] = parse(text, { relax_column_count: true, relax_quotes: true });
	return { header, records: rows.map((row) => JSON.stringify(row)) };
}

export function valuesIn(held: Held, names: readonly string[]): readonly string[][] {
	return held.records.map((record) => {
		const parsed: string[] | Record<string, unknown> = JSON.parse(record);
		return names.map((name) => {
			const value = Array.isArray(parsed) ? parsed[held.header.indexOf(name)] : parsed[name];
			return Buffer.from(String(value ?? ''), 'latin1').toString();
		});
	});
}

/** Keeps all digits of a number, which may exceed the precision of a double. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
