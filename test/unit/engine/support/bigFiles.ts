import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type BigFile = 'many' | 'long' | 'one' | 'oneJson' | 'wide';

const names = [
	'error_datetime',
	'app_version_name',
	'os_name',
	'analytics_device_id',
	'error_name',
	'error',
	'error_json',
];
/** Index of the column with stack traces, in all files. */
export const errorColumn = 5;

export function getTrace(seed: number, characters: number): string {
	const lines = [`java.lang.IllegalStateException: order ${seed} is at ${seed * 7919}`];
	for (let length = 0, line = 1; length < characters; line++) {
		const text = `\tat com.example.shop.p${seed % 97}.Cart${line % 50}.total${line}(Cart${line % 50}.kt:${line})`;
		lines.push(text);
		length += text.length + 1;
	}
	return lines.join('\n');
}

function valuesOf(seed: number, characters: number): string[] {
	const pad = (number: number) => String(number % 60).padStart(2, '0');
	const trace = getTrace(seed, characters);
	return [
		`2026-${String((seed % 12) + 1).padStart(2, '0')}-01 10:${pad(seed)}:${pad(seed * 7)}`,
		`${seed % 5}.${seed % 11}.${seed % 7}`,
		seed % 2 ? 'android' : 'ios',
		String(10n ** 18n + BigInt(seed) * 7_919_191n),
		`Problem ${seed % 1000}`,
		trace,
		'',
	];
}

const quoted = (values: readonly string[]) =>
	`${values.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')}\n`;

function* csv(records: number, lengthOf: (record: number) => number): Generator<string> {
	yield quoted(names);
	for (let record = 0; record < records; record++) {
		yield quoted(valuesOf(record, lengthOf(record)));
	}
}

function* json(records: number, lengthOf: (record: number) => number): Generator<string> {
	yield '{"data":[';
	for (let record = 0; record < records; record++) {
		const values = valuesOf(record, lengthOf(record));
		const members = names.map((name, index) => [name, values[index]]);
		yield `${record === 0 ? '' : ','}${JSON.stringify(Object.fromEntries(members))}\n`;
	}
	yield ']}';
}

function* wide(columns: number, records: number): Generator<string> {
	yield quoted([...names, ...Array.from({ length: columns - names.length }, (_, index) => `column${index}`)]);
	for (let record = 0; record < records; record++) {
		const more = Array.from({ length: columns - names.length }, (_, index) => `value ${(index * record) % 1009}`);
		yield quoted([...valuesOf(record, 300), ...more]);
	}
}

const megabyte = 1024 * 1024;
const makers: Readonly<Record<BigFile, { readonly ending: string; readonly parts: () => Iterable<string> }>> = {
	many: { ending: 'csv', parts: () => csv(100_000, () => 300) },
	long: { ending: 'csv', parts: () => csv(200, () => megabyte / 4) },
	one: { ending: 'csv', parts: () => csv(20, (record) => (record === 10 ? 30 * megabyte : 300)) },
	oneJson: { ending: 'json', parts: () => json(20, (record) => (record === 10 ? 30 * megabyte : 300)) },
	wide: { ending: 'csv', parts: () => wide(10_000, 100) },
};

export const bigFiles = Object.keys(makers) as readonly BigFile[];

/** Number of the most expensive record of a file. */
export const heaviest = 10;

export async function writeBigFile(folder: string, name: BigFile): Promise<string> {
	const { ending, parts } = makers[name];
	const path = join(folder, `${name}.${ending}`);
	await pipeline(Readable.from(parts()), createWriteStream(path));
	return path;
}
