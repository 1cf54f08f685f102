import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'csv-parse';
import type { Options } from 'csv-parse/sync';
import { isObject } from '../../common/parseJson';
import { readFully } from '../../files/readableFile';
import type { Question } from '../../plan/plan';
import { JsonScan } from './jsonScan';

const scannedAtOnce = 262_144;
const parsedAtOnce = 64;

/**
 * Yields the values of the wanted fields for each record. A truncated last record is ignored, missing values become
 * empty strings, and numbers keep all their digits.
 */
export function fieldValues(
	path: string,
	{ format, fields }: Pick<Question, 'format' | 'fields'>,
	wanted: readonly string[],
	maxBytes: number,
): AsyncIterable<readonly string[]> {
	return format === 'csv' ? csvValues(path, wanted, fields.length, maxBytes) : jsonValues(path, wanted, maxBytes);
}

async function* csvValues(
	path: string,
	wanted: readonly string[],
	columns: number,
	maxBytes: number,
): AsyncGenerator<readonly string[], void, void> {
	const parser = parse(csvOptions(columns));
	const source = createReadStream(path, { end: maxBytes - 1 });
	// The callback is empty, because errors from either stream are thrown when the parser is iterated.
	pipeline(source, parser, () => {});
	let places: readonly number[] | undefined;
	let previous: readonly string[] | undefined;
	for await (const record of parser as AsyncIterable<readonly string[]>) {
		if (places === undefined) {
			places = wanted.map((field) => record.indexOf(field));
		} else {
			if (previous !== undefined) {
				yield previous;
			}
			previous = places.map((column) => record[column] ?? '');
		}
	}
	if (previous !== undefined && source.bytesRead < maxBytes) {
		yield previous;
	}
}

async function* jsonValues(
	path: string,
	wanted: readonly string[],
	maxBytes: number,
): AsyncGenerator<readonly string[], void, void> {
	const bytes = await readBeginning(path, maxBytes);
	const places: { readonly start: number; readonly end: number }[] = [];
	const scan = new JsonScan((start, end) => places.push({ start, end }));
	for (let from = 0; from < bytes.length; from += scannedAtOnce) {
		scan.push(bytes.subarray(from, from + scannedAtOnce));
		await nextTurn();
	}
	for (const [index, { start, end }] of places.entries()) {
		if (index % parsedAtOnce === 0) {
			await nextTurn();
		}
		const record: unknown = JSON.parse(bytes.toString('utf8', start, end), keepDigits);
		yield wanted.map((field) => {
			const value = isObject(record) ? record[field] : undefined;
			return typeof value === 'string' ? value : '';
		});
	}
}

async function readBeginning(path: string, maxBytes: number): Promise<Buffer> {
	const handle = await open(path, 'r');
	try {
		return await readFully(handle, Buffer.alloc(maxBytes), 0);
	} finally {
		await handle.close();
	}
}

/** Returns numbers as their source text, because IDs can exceed 2^53 (ECMA-262, JSON.parse, `context.source`). */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/**
 * Returns options that make csv-parse find the same records as `CsvSource`. An empty line is a record if the file has
 * only one column.
 */
export function csvOptions(columns: number): Options {
	return {
		bom: true,
		record_delimiter: ['\r\n', '\n', '\r'],
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: columns > 1,
	};
}
