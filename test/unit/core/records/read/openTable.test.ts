import * as assert from 'node:assert/strict';
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bitset } from '../../../../../src/core/common/bitset';
import { isProblem } from '../../../../../src/core/common/errors';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import type { OpenProgress } from '../../../../../src/shared/results';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';

const temporary = tmpdir();
const never = new AbortController().signal;

/** More distinct values than a dictionary can hold, so that `id` and `at` are stored as numbers and `note` is raw. */
const many = 100_000;

function names(table: FileTable): string[] {
	return table.columns.map(({ name }) => name);
}

function csvLine(number: number): string {
	const note = number % 3 === 0 ? '' : `"say ""${number}"", é"`;
	return `${number * 1_000_000_007},${new Date(number * 1000).toISOString().slice(0, 19).replace('T', ' ')},${note},k${number % 5}\n`;
}

function csvText(records: number): string {
	return `id,at,note,kind\n${Array.from({ length: records }, (_, number) => csvLine(number)).join('')}`;
}

function note(number: number): string {
	return number % 3 === 0 ? '' : `say "${number}", é`;
}

describe('FileTable', () => {
	const folder = useTemporaryFolder();

	it('returns CSV cells from memory and from the file in the requested order', async () => {
		await using table = await openText(folder.path, 'a.csv', csvText(many));
		assert.deepEqual(
			table.columns.map(({ kind, values }) => [kind, values.kind]),
			[
				['integer', 'number'],
				['time', 'number'],
				['text', 'raw'],
				['text', 'dictionary'],
			],
		);
		const numbers = [99_999, 0, 12_345, 12_346, 99_999, 1];
		assert.deepEqual(
			await table.cells(numbers, [3, 2, 0, 1], never),
			numbers.map((number) => {
				const [id = '', at = ''] = csvLine(number).split(',');
				return [`k${number % 5}`, note(number), id, at];
			}),
		);
		assert.deepEqual((await table.record(12_346, never)).values[2], note(12_346));
		assert.equal((await table.record(12_346, never)).raw(), csvLine(12_346).trimEnd());
	});

	it('returns JSON cells from memory and from the file in the requested order', async () => {
		const records = Array.from({ length: many }, (_, number) => ({ id: number, note: note(number) }));
		await using table = await openText(folder.path, 'a.json', JSON.stringify({ data: records }));
		assert.equal(table.format, 'json');
		assert.deepEqual(await table.cells([many - 1, 7], [0, 1], never), [
			[String(many - 1), note(many - 1)],
			['7', note(7)],
		]);
		assert.equal((await table.record(7, never)).raw(), JSON.stringify(records[7]));
	});

	it('scans a raw column in file order', async () => {
		await using table = await openText(folder.path, 'a.csv', csvText(many));
		let next = 0;
		await table.scanColumn(
			2,
			(number, bytes, start, end) => {
				assert.equal(number, next++);
				assert.equal(bytes.toString('utf8', start, end), note(number));
			},
			{ signal: never },
		);
		assert.equal(next, many);
	});

	it('scans only the selected records of a column and stops on request', async () => {
		await using table = await openText(folder.path, 'a.csv', csvText(many));
		const only = new Bitset();
		const chosen = [3, 4, 40_000, 69_998];
		for (const number of chosen) {
			only.add(number);
		}
		const seen: number[] = [];
		await table.scanColumn(2, (number) => void seen.push(number), { signal: never, only });
		assert.deepEqual(seen, chosen);
		seen.length = 0;
		await table.scanColumn(2, (number) => seen.push(number) < 2, { signal: never, only });
		assert.deepEqual(seen, [3, 4]);
	});

	it('returns blocks of complete records with their file offsets', async () => {
		await using table = await openText(folder.path, 'a.csv', csvText(many));
		let next = 0;
		await table.scanBlocks(
			({ first, end, bytes, offset }) => {
				assert.equal(first, next);
				for (const number of [first, end - 1]) {
					const start = table.start(number) - offset;
					assert.equal(bytes.toString('utf8', start, start + table.length(number)), csvLine(number).trimEnd());
				}
				next = end;
			},
			{ signal: never },
		);
		assert.equal(next, many);
	});

	it('reports a scan as canceled when it is aborted', async () => {
		await using table = await openText(folder.path, 'a.csv', csvText(many));
		const controller = new AbortController();
		const pass = table.scanColumn(2, () => controller.abort(), { signal: controller.signal });
		await assert.rejects(pass, (error) => isProblem(error, 'cancelled'));
	});

	it('reports progress and executes queries while it is still reading the file', async () => {
		const path = join(folder.path, 'a.csv');
		await writeFile(path, csvText(many));
		await using table = await FileTable.open(path);
		const progress: OpenProgress[] = [];
		let early: Promise<string[][]> | undefined;
		await table.load(never, (report) => {
			progress.push(report);
			early ??= table.cells([0, report.records - 1], [0, 2], never);
		});
		const [first] = progress;
		assert.equal(first && first.records > 0 && first.records < many, true);
		assert.deepEqual(
			first?.info.columns.map(({ name }) => name),
			['id', 'at', 'note', 'kind'],
		);
		assert.deepEqual((await early)?.[0], ['0', '']);
		assert.deepEqual(progress.at(-1)?.records, many);
		assert.equal(progress.at(-1)?.bytes, progress.at(-1)?.totalBytes);
	});

	it('keeps the records that were read before reading was canceled', async () => {
		const path = join(folder.path, 'a.csv');
		await writeFile(path, csvText(many));
		await using table = await FileTable.open(path);
		const controller = new AbortController();
		const loading = table.load(controller.signal, () => controller.abort());
		await assert.rejects(loading, (error) => isProblem(error, 'cancelled'));
		assert.equal(table.complete, false);
		assert.deepEqual(await table.cells([1], [2], never), [[note(1)]]);
	});

	it('reads files with other encodings and delimiters without leaving temporary files', async () => {
		const text = '\ufeffid;prénom\r\n1;Zoë\r\n2;"a;b"\r\n';
		await mkdir(join(folder.path, 'temporary'));
		process.env['TMPDIR'] = join(folder.path, 'temporary');
		const bytes = { utf16le: Buffer.from(text, 'utf16le'), utf16be: Buffer.from(text, 'utf16le').swap16() };
		const windows1252 = Buffer.from(text.slice(1), 'latin1');
		for (const [encoding, written] of Object.entries({ ...bytes, windows1252 })) {
			const table = await openText(folder.path, 'a.csv', written);
			assert.deepEqual(table.info.form, { encoding, delimiter: ';' });
			assert.deepEqual(names(table), ['id', 'prénom']);
			assert.deepEqual(await table.cells([0, 1], [0, 1], never), [
				['1', 'Zoë'],
				['2', 'a;b'],
			]);
			assert.equal(await table.change(), undefined);
			await truncate(join(folder.path, 'a.csv'), 10);
			assert.equal(await table.change(), 'shortened');
			await table[Symbol.asyncDispose]();
			assert.deepEqual(await readdir(join(folder.path, 'temporary')), []);
		}
	});

	afterEach(() => {
		process.env['TMPDIR'] = temporary;
	});

	it('reads a long file in another encoding correctly across chunk boundaries', async () => {
		const text = csvText(20_000).replaceAll('note', 'nöte💥');
		await using table = await openText(folder.path, 'a.csv', Buffer.from(text, 'utf16le'));
		await using same = await openText(folder.path, 'b.csv', text);
		const all = Array.from({ length: same.records }, (_, number) => number);
		assert.deepEqual(await table.cells(all, [0, 1, 2, 3], never), await same.cells(all, [0, 1, 2, 3], never));
	});

	it('recognizes time columns by their values, regardless of the number of records', async () => {
		for (const records of [50, many]) {
			const line = (number: number) =>
				`${new Date(number * 1001).toISOString()},${number % 2 ? '2026-11-20' : ''},2026-11-20 or so\n`;
			const text = `made,day,words\n${Array.from({ length: records }, (_, number) => line(number)).join('')}`;
			await using table = await openText(folder.path, 'a.csv', text);
			const kinds = table.info.columns.map(({ kind }) => kind);
			assert.deepEqual([kinds, table.info.timeColumn], [['time', 'time', 'text'], 0]);
		}
	});

	it('reads a file with the encoding and delimiter chosen by the user', async () => {
		const path = join(folder.path, 'a.csv');
		await writeFile(path, 'a,b;c\n1,2;3\n');
		await using table = await FileTable.open(path, { form: { encoding: 'utf8', delimiter: ';' } });
		await table.load(never, () => undefined);
		assert.deepEqual(await table.cells([0], [0, 1], never), [['1,2', '3']]);
	});

	it('refuses to open a file that is not text', async () => {
		const path = join(folder.path, 'a.csv');
		for (const [text, fault] of [
			['\u00d0\u00cf\u0011\u00e0', 'workbook'],
			['PK\u0003\u0004', 'damagedArchive'],
			['%PDF-1.7', 'binary'],
			['<!doctype html><p>Sign in</p>', 'html'],
		] as const) {
			await writeFile(path, text, 'latin1');
			await assert.rejects(
				FileTable.open(path),
				(error) => isProblem(error, 'unreadable') && error.problem.fault === fault,
			);
		}
	});

	it('reports a records file that does not exist', async () => {
		await assert.rejects(FileTable.open(join(folder.path, 'none.csv')), (error) => isProblem(error, 'disk'));
	});

	it('returns empty cells for records that were truncated from an open file', async () => {
		await using table = await openText(folder.path, 'a.csv', csvText(many));
		await truncate(join(folder.path, 'a.csv'), 1000);
		assert.deepEqual(await table.cells([1, 50_000], [2], never), [[note(1)], ['']]);
	});

	it('detects JSON by its first character if the file extension is unknown', async () => {
		await using lines = await openText(folder.path, 'a.log', '\ufeff \n{"a":1}\n{"a":2}\n');
		assert.deepEqual([lines.format, lines.records], ['json', 2]);
		await using text = await openText(folder.path, 'b.txt', 'a,b\n1,2\n');
		assert.deepEqual([text.format, text.records], ['csv', 1]);
	});

	it('finds the time, version and device columns by name', async () => {
		const header = 'error_datetime,app_version_name,my_device_id,error_timestamp,mcc,zip,count';
		await using table = await openText(folder.path, 'a.csv', `${header}\n2024-01-01 00:00:00,1.0,7,5,250,0123,12\n`);
		const { info } = table;
		assert.deepEqual([info.timeColumn, info.versionColumn, info.deviceColumn], [3, 1, 2]);
		assert.deepEqual(
			info.columns.map(({ kind }) => kind),
			['time', 'version', 'integer', 'time', 'integer', 'text', 'integer'],
		);
	});
});
