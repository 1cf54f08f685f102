import { parse } from 'csv-parse/sync';
import type { Format } from '../../../src/core/plan/plan';

/** What a text of records holds. */
export interface Held {
	/** Empty for JSON. */
	readonly header: readonly string[];
	/** Each record in a form in which equal records are equal texts. */
	readonly records: readonly string[];
}

/**
 * Reads a whole file of records with csv-parse or JSON.parse, and none of our code. Every byte is a character of its own,
 * so that texts which are no UTF-8 are compared, too.
 * @throws what they throw
 */
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

/** The values under some names, record by record; no value is an empty text. */
export function valuesIn(held: Held, names: readonly string[]): readonly string[][] {
	return held.records.map((record) => {
		const parsed: string[] | Record<string, unknown> = JSON.parse(record);
		return names.map((name) => {
			const value = Array.isArray(parsed) ? parsed[held.header.indexOf(name)] : parsed[name];
			return Buffer.from(String(value ?? ''), 'latin1').toString();
		});
	});
}

/** Numbers keep their digits, of which there may be more than a double has. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
