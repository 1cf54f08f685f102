import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { isCancellation, isProblem } from '../../../../../../src/core/common/errors';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { nodeFiles } from '../../../../../../src/core/files/durableFile';
import { createQueries } from '../../../../../../src/core/records/queries';
import { CachedSnapshot } from '../../../../../../src/core/records/query/cachedSnapshot';
import { QueryCache } from '../../../../../../src/core/records/query/queryCache';
import { FileTable } from '../../../../../../src/core/records/read/openTable';
import type { Table } from '../../../../../../src/core/records/table/table';
import { SavedFile, saveFile } from '../../../../../../src/core/records/write/copyOrSave';
import { pageCompression } from '../../../../../../src/core/records/write/parquet/compression';
import { ParquetFile, uniqueNames } from '../../../../../../src/core/records/write/parquet/parquetFile';
import type { CopyOrSave, View } from '../../../../../../src/shared/results';
import { Random } from '../../../../../support/random';
import { readParquet } from '../../../../../support/readParquet';
import { filesWithRoomFor } from '../../../export/support/failingFiles';
import { useTemporaryFolder } from '../../../export/support/temporaryFolder';
import { textTable, wholeFile } from '../../query/support/querying';
import { openText } from '../../support/tables';

const { signal } = new AbortController();
const pieces = [
	'a',
	'é',
	'漢',
	'😀',
	'\uffff',
	'"',
	',',
	'\n',
	'\r\n',
	'\0',
	'\\',
	"'",
	' ',
	'0',
	'x'.repeat(200),
] as const;

function hostileRows(seed: number, count: number, width: number): string[][] {
	const random = new Random(seed);
	const seldom = () => random.times(random.below(8), () => random.pick(pieces)).join('');
	const often = [seldom(), seldom(), seldom()] as const;
	// Some columns have few distinct values, as in most exports, and some have a different value in each record.
	return random.times(count, () =>
		Array.from({ length: width }, (_, column) => (column % 2 ? random.pick(often) : seldom())),
	);
}

function getCsv(rows: readonly (readonly string[])[]): string {
	return rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');
}

function asParquet(table: Pick<Table, 'columns'>, view: View = wholeFile): CopyOrSave {
	const columns = [...table.columns.keys()];
	return { view, columns, format: 'parquet', spreadsheetSafe: false, header: true };
}

describe('Parquet file', () => {
	const folder = useTemporaryFolder();
	const path = () => join(folder.path, 'records.parquet');

	async function saved(table: Table, what: Partial<CopyOrSave> = {}) {
		const whole = { what: { ...asParquet(table), ...what }, path: path() };
		const { records, bytes } = await createQueries(table).save(whole, { signal, report: () => undefined });
		const read = await readParquet(path());
		assert.deepEqual([records, bytes], [read.rows.length, (await stat(path())).size]);
		assert.equal(read.metadata.num_rows, BigInt(records));
		return read;
	}

	for (const width of [1, 5, 200]) {
		it(`Parquet file has the same values in ${width} columns as csv-parse returns for the CSV file`, async () => {
			const rows = hostileRows(width, 20_000 / width, width);
			const header = Array.from({ length: width }, (_, column) => `field "${column}"`);
			const text = getCsv([header, ...rows]);
			await using table = await openText(folder.path, 'a.csv', text);
			const { names, rows: read } = await saved(table);
			assert.deepEqual([names, ...read], parse(text, { record_delimiter: '\n' }));
		});
	}

	it('Parquet file preserves a value of 5 MB and the values around it', async () => {
		const long = 'é"\n😀'.repeat(1_000_000);
		const rows = [
			['a', ''],
			[long, 'b'],
			['', long],
			['c', 'd'],
		];
		assert.deepEqual((await saved(textTable('raw', rows))).rows, rows);
	});

	it('replaces unpaired surrogates in a Parquet file, as in other output formats', async () => {
		const { rows } = await saved(textTable('raw', [['a\ud800'], ['\udc00b'], ['\ud83d\ude00']]));
		assert.deepEqual(rows, [['a\ufffd'], ['\ufffdb'], ['😀']]);
	});

	it('writes a valid Parquet file if there are no records', async () => {
		const { names, rows, metadata } = await saved(textTable('raw', [], ['a', 'b']));
		assert.deepEqual([names, rows, metadata.row_groups], [['a', 'b'], [], []]);
	});

	it('Parquet file contains the records and columns in the order of the view', async () => {
		const table = textTable(
			'raw',
			[
				['b', '1'],
				['a', '2'],
				['c', '3'],
			],
			['letter', 'digit'],
		);
		const view = { filters: [], sort: [{ column: 0, descending: true }] };
		assert.deepEqual((await saved(table, { view })).rows, [
			['c', '3'],
			['b', '1'],
			['a', '2'],
		]);
		const part = await saved(table, { view, columns: [1], positions: [{ from: 1, to: 3 }] });
		assert.deepEqual([part.names, part.rows], [['digit'], [['1'], ['2']]]);
	});

	it('Parquet file has the same values as CSV output, even for malformed records or a JSON source', async () => {
		const texts = {
			csv: 'a,b,c\n1,2,3\n4\n5,6,7,8\n"9',
			json: '{"data":[{"id":9007199254740993,"in":{"k":[1]}},{"id":null},{"on":true},{"id":1,"on":broken},{"id":-1.50}]}',
		} as const;
		for (const format of ['csv', 'json'] as const) {
			await using table = await openText(folder.path, `a.${format}`, texts[format]);
			const csv = { what: { ...asParquet(table), format: 'csv' as const }, limit: 1000 };
			const text = await createQueries(table).answer.copy(csv, { signal, report: () => undefined });
			const { names, rows } = await saved(table);
			assert.deepEqual([names, ...rows], parse(text ?? '', { record_delimiter: '\r\n' }));
		}
	});

	it('makes Parquet column names unique if column names are empty or repeated', async () => {
		const names = ['id', '', 'ID', 'id', 'id_2', '', 'a.b', '__proto__', 'column_2', 'É', 'é'];
		const unique = uniqueNames(names);
		assert.deepEqual(unique, [
			...['id', 'column_2_2', 'ID_3', 'id_4', 'id_2', 'column_6', 'a.b', '__proto__', 'column_2', 'É', 'é_2'],
		]);
		const row = names.map((_, index) => `value ${index}`);
		const read = await saved(textTable('raw', [row], names));
		assert.deepEqual(read.names, unique);
		assert.deepEqual(uniqueNames(Array.from({ length: 10_000 }, () => 'a')).at(-1), 'a_10000');
	});

	it('Parquet file contains row groups with the minimum and maximum of each column chunk', async () => {
		const random = new Random(7);
		const texts = [
			'',
			'a'.repeat(20),
			`${'a'.repeat(15)}é`,
			'\u{10ffff}'.repeat(20),
			'\ue000',
			'😀',
			'ÿ',
			'z',
		] as const;
		const rows = random.times(100, () => [random.pick(texts), `${random.below(1e9)}`, 'é'.repeat(8 + random.below(2))]);
		const [group] = (await saved(textTable('raw', rows))).metadata.row_groups;
		for (const [column, chunk] of (group?.columns ?? []).entries()) {
			const { min_value, max_value } = chunk.meta_data?.statistics ?? {};
			if (column === 1) {
				const numbers = rows.map(([, digits]) => Number(digits));
				assert.deepEqual([min_value, max_value], [BigInt(Math.min(...numbers)), BigInt(Math.max(...numbers))]);
				continue;
			}
			const values = rows.map((row) => Buffer.from(row[column] ?? '')).sort(Buffer.compare);
			const [least, greatest] = [values[0] ?? Buffer.of(), values.at(-1) ?? Buffer.of()];
			assert.ok(Buffer.from(String(min_value)).compare(least) <= 0);
			// Values that start with the highest code point have no upper bound.
			assert.equal(max_value === undefined, column === 0);
			assert.ok(max_value === undefined || Buffer.from(String(max_value)).compare(greatest) >= 0);
		}
		const lines = Array.from({ length: 250_000 }, (_, index) => `${index % 7}\n`);
		await using many = await openText(folder.path, 'a.csv', `a\n${lines.join('')}`);
		const { metadata, rows: read } = await saved(many);
		assert.ok(
			metadata.row_groups.length >= 2 && metadata.row_groups.length <= 4,
			`${metadata.row_groups.length} parts`,
		);
		assert.ok(read.every(([value], index) => value === String(index % 7)));
	});

	it('compresses a Parquet file with zstd, or with gzip if Node.js does not support zstd', async () => {
		const rows = hostileRows(9, 500, 3);
		for (const [compression, codec] of [
			[pageCompression(), 'ZSTD'],
			[pageCompression({ gzip: zlib.gzip }), 'GZIP'],
		] as const) {
			await using sink = await SavedFile.create(path(), nodeFiles);
			const columns = ['a', 'b', 'c'].map((name) => ({ name, type: 'text' as const }));
			const file = await ParquetFile.begin(columns, sink, new Scheduler(signal), compression);
			await file.add(rows, 1);
			await file.finish();
			await sink.finish();
			const read = await readParquet(path());
			assert.deepEqual(read.rows, rows);
			assert.equal(read.metadata.row_groups[0]?.columns[0]?.meta_data?.codec, codec);
		}
	});

	async function roundTrip(texts: readonly string[]): Promise<string> {
		await using table = await openText(folder.path, 'a.csv', getCsv([['value'], ...texts.map((text) => [text])]));
		const { rows, metadata } = await saved(table);
		assert.deepEqual(rows.flat(), texts);
		await using opened = await FileTable.open(path());
		await opened.load(signal, () => undefined);
		const numbers = Array.from({ length: opened.records }, (_, number) => number);
		assert.deepEqual((await opened.cells(numbers, [0], signal)).flat(), texts);
		const { type, converted_type, logical_type } = metadata.schema[1] ?? {};
		return [type, converted_type ?? logical_type?.type].join(' ').trim();
	}

	const written = {
		text: 'BYTE_ARRAY UTF8',
		int64: 'INT64 INT_64',
		uint64: 'INT64 UINT_64',
		time: 'INT64 TIMESTAMP',
		boolean: 'BOOLEAN',
	};

	for (const [texts, type] of [
		[['0', '', '-1', '9223372036854775807', '-9223372036854775808', '1'], 'int64'],
		[['18446744073709551615', '', '0', '9007199254740993'], 'uint64'],
		[['true', '', 'false', 'true'], 'boolean'],
		[['2026-11-20 09:02:03', '', '1969-12-31 23:59:59', '0099-01-01 00:00:00', '9999-12-31 23:59:59'], 'time'],
		[['2026-11-20 09:02:03.120', '2026-11-20 09:02:03', '2026-11-20 09:02:03.000001'], 'time'],
		[['7', '007'], 'text'],
		[['-1', '9223372036854775808'], 'text'],
		[['18446744073709551616'], 'text'],
		[['-0'], 'text'],
		[['+1'], 'text'],
		[['1.0'], 'text'],
		[[' 1'], 'text'],
		[['1', 'true'], 'text'],
		[['True'], 'text'],
		[['', ''], 'text'],
		[['2026-02-30 00:00:00'], 'text'],
		[['2026-11-20 24:00:00'], 'text'],
		[['2026-11-20 09:02:60'], 'text'],
		[['2026-11-20 09:02:03.12'], 'text'],
		[['2026-11-20 09:02:03.120000'], 'text'],
		[['2026-11-20 09:02:03.000'], 'text'],
		[['2026-11-20T09:02:03'], 'text'],
		[['2026-11-20 09:02:03Z'], 'text'],
		[['2026-11-20'], 'text'],
	] as const) {
		it(`writes a Parquet column of type ${type} that can be read back unchanged: ${JSON.stringify(texts)}`, async () => {
			assert.equal(await roundTrip(texts), written[type]);
		});
	}

	it('writes typed Parquet columns with more values than a dictionary can hold', async () => {
		const count = 70_000;
		const times = (of: (index: number) => string) => Array.from({ length: count }, (_, index) => of(index));
		const date = (index: number) => new Date(index * 1000).toISOString().slice(0, 19).replace('T', ' ');
		assert.equal(await roundTrip(times((index) => (index % 9 ? String(index) : ''))), written.int64);
		assert.equal(await roundTrip(times((index) => String(2n ** 64n - 1n - BigInt(index)))), written.uint64);
		assert.equal(await roundTrip(times((index) => (index % 9 ? date(index) : ''))), written.time);
		assert.equal(await roundTrip(times((index) => String(-1 - index))), written.int64);
		assert.equal(await roundTrip(times((index) => `${date(index)}.001`)), written.time);
		assert.equal(await roundTrip(times((index) => `0${index}`)), written.text);
	});

	it('writes typed Parquet columns of random values so that they can be read back unchanged', async () => {
		const random = new Random(5);
		const makers = [
			() => String(random.below(3) - 1),
			() => String(BigInt(random.below(2 ** 32)) * BigInt(random.below(2 ** 32))),
			() => random.pick(['true', 'false']),
			() => new Date(random.below(2 ** 32) * 1000).toISOString().slice(0, 19).replace('T', ' '),
			() => random.pick(['00', '1e5', 'null', '-', '2026-13-01 00:00:00', 'NaN']),
		] as const;
		for (let round = 0; round < 40; round++) {
			const maker = random.pick(makers);
			const rare = random.chance(0.2) ? random.pick(makers) : maker;
			await roundTrip(random.times(60, () => (random.chance(0.1) ? '' : random.chance(0.05) ? rare() : maker())));
		}
	});

	it('leaves no partial Parquet file and keeps the previous file if saving is canceled', async () => {
		await writeFile(path(), 'an earlier one');
		const table = textTable('raw', hostileRows(3, 5000, 3));
		for (const enough of [1, 5000]) {
			const controller = new AbortController();
			const report = ({ records }: { records: number }) => {
				if (records >= enough) {
					controller.abort();
				}
			};
			const saving = createQueries(table).save(
				{ what: asParquet(table), path: path() },
				{ signal: controller.signal, report },
			);
			await assert.rejects(saving, isCancellation);
			assert.deepEqual(await readdir(folder.path), ['records.parquet']);
			assert.equal((await stat(path())).size, 'an earlier one'.length);
		}
	});

	it('leaves no partial Parquet file if the disk fills up at any time', async () => {
		const table = textTable('raw', hostileRows(4, 5000, 3));
		const { bytes } = await createQueries(table).save(
			{ what: asParquet(table), path: path() },
			{ signal, report: () => undefined },
		);
		for (const room of [0, 10, bytes >> 1, bytes - 1]) {
			const target = join(folder.path, 'other.parquet');
			const files = filesWithRoomFor(room);
			const saving = saveFile(
				new CachedSnapshot(new QueryCache(), table),
				{ what: asParquet(table), path: target, files, onProgress: () => undefined },
				signal,
			);
			await assert.rejects(saving, (error) => isProblem(error, 'disk') && error.problem.fault === 'full');
			assert.deepEqual(await readdir(folder.path), ['records.parquet']);
		}
	});
});
