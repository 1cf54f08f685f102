import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { isCancellation, isProblem } from '../../../../../../src/core/common/errors';
import { Pace } from '../../../../../../src/core/common/pace';
import { nodeFiles } from '../../../../../../src/core/files/durableFile';
import { createQueries } from '../../../../../../src/core/records/queries';
import { Prepared } from '../../../../../../src/core/records/query/prepared';
import { Snapshot } from '../../../../../../src/core/records/query/work/snapshot';
import type { Table } from '../../../../../../src/core/records/table/table';
import { saveFile } from '../../../../../../src/core/records/write/copyOrSave';
import { pageCompression } from '../../../../../../src/core/records/write/parquet/compression';
import { ParquetFile } from '../../../../../../src/core/records/write/parquet/parquetFile';
import { uniqueNames } from '../../../../../../src/core/records/write/parquet/uniqueNames';
import { SavedFile } from '../../../../../../src/core/records/write/savedFile';
import type { CopyOrSave, View } from '../../../../../../src/shared/results';
import { Random } from '../../../../../support/random';
import { readParquet } from '../../../../../support/readParquet';
import { filesWithRoomFor } from '../../../export/support/failingFiles';
import { useTemporaryFolder } from '../../../export/support/temporaryFolder';
import { textTable, wholeFile } from '../../query/support/asking';
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
	// Some columns have few values, as most of an export do, and some have another one in each record.
	return random.times(count, () =>
		Array.from({ length: width }, (_, column) => (column % 2 ? random.pick(often) : seldom())),
	);
}

function csvOf(rows: readonly (readonly string[])[]): string {
	return rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');
}

function asParquet(table: Pick<Table, 'columns'>, view: View = wholeFile): CopyOrSave {
	const columns = [...table.columns.keys()];
	return { view, columns, format: 'parquet', spreadsheetSafe: false, header: true };
}

describe('Parquet', () => {
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
		it(`holds every value of ${width} columns as another reader of CSV has it`, async () => {
			const rows = hostileRows(width, 20_000 / width, width);
			const header = Array.from({ length: width }, (_, column) => `field "${column}"`);
			const text = csvOf([header, ...rows]);
			await using table = await openText(folder.path, 'a.csv', text);
			const { names, rows: read } = await saved(table);
			assert.deepEqual([names, ...read], parse(text, { record_delimiter: '\n' }));
		});
	}

	it('holds a value of 5 MB and what is around it', async () => {
		const long = 'é"\n😀'.repeat(1_000_000);
		const rows = [
			['a', ''],
			[long, 'b'],
			['', long],
			['c', 'd'],
		];
		assert.deepEqual((await saved(textTable('raw', rows))).rows, rows);
	});

	it('writes what is no character as other forms do', async () => {
		const { rows } = await saved(textTable('raw', [['a\ud800'], ['\udc00b'], ['\ud83d\ude00']]));
		assert.deepEqual(rows, [['a\ufffd'], ['\ufffdb'], ['😀']]);
	});

	it('is a whole file where there are no records', async () => {
		const { names, rows, metadata } = await saved(textTable('raw', [], ['a', 'b']));
		assert.deepEqual([names, rows, metadata.row_groups], [['a', 'b'], [], []]);
	});

	it('has the order, the records and the columns of the view', async () => {
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

	it('has broken records and values of JSON as CSV has them', async () => {
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

	it('gives columns without a name, or with that of another, one of their own', async () => {
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

	it('says of each part what it can hold, and is cut into parts', async () => {
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
			const values = rows.map((row) => Buffer.from(row[column] ?? '')).sort(Buffer.compare);
			const [least, greatest] = [values[0] ?? Buffer.of(), values.at(-1) ?? Buffer.of()];
			assert.ok(Buffer.from(String(min_value)).compare(least) <= 0);
			// Behind the last characters there is no bound.
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

	it('is compressed by zstd, and by gzip where Node has no zstd', async () => {
		const rows = hostileRows(9, 500, 3);
		for (const [compression, codec] of [
			[pageCompression(), 'ZSTD'],
			[pageCompression({ gzip: zlib.gzip }), 'GZIP'],
		] as const) {
			await using sink = await SavedFile.create(path(), nodeFiles);
			const file = await ParquetFile.begin(['a', 'b', 'c'], sink, new Pace(signal), compression);
			await file.add(rows, 1);
			await file.finish();
			await sink.finish();
			const read = await readParquet(path());
			assert.deepEqual(read.rows, rows);
			assert.equal(read.metadata.row_groups[0]?.columns[0]?.meta_data?.codec, codec);
		}
	});

	it('leaves nothing of one that was cancelled, and an earlier file as it was', async () => {
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

	it('leaves nothing when the disk is full, at its beginning or at its end', async () => {
		const table = textTable('raw', hostileRows(4, 5000, 3));
		const { bytes } = await createQueries(table).save(
			{ what: asParquet(table), path: path() },
			{ signal, report: () => undefined },
		);
		for (const room of [0, 10, bytes >> 1, bytes - 1]) {
			const target = join(folder.path, 'other.parquet');
			const files = filesWithRoomFor(room);
			const saving = saveFile(
				new Prepared(),
				new Snapshot(table),
				{ what: asParquet(table), path: target, files, onProgress: () => undefined },
				signal,
			);
			await assert.rejects(saving, (error) => isProblem(error, 'disk') && error.problem.fault === 'full');
			assert.deepEqual(await readdir(folder.path), ['records.parquet']);
		}
	});
});
