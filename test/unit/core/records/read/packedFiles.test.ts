import * as assert from 'node:assert/strict';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { isProblem } from '../../../../../src/core/common/errors';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { unpack } from '../../../../../src/core/records/read/packedFile';
import type { Packing } from '../../../../../src/shared/results';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { zipOf } from './support/zipOf';

const never = new AbortController().signal;
const temporary = tmpdir();

const csv = 'error,id\na,1\n"b, c",2\n';
const json = '{"result":{"items":[{"error":"a","id":1},{"error":"b, c","id":2}]}}';
const records = [
	['a', '1'],
	['b, c', '2'],
];

describe('compressed files', () => {
	const folder = useTemporaryFolder();

	let copies = '';

	before(async () => {
		copies = await mkdtemp(join(temporary, 'copies-'));
	});

	beforeEach(() => {
		process.env['TMPDIR'] = copies;
	});

	afterEach(async () => {
		process.env['TMPDIR'] = temporary;
		assert.deepEqual(await readdir(copies), []);
	});

	after(() => rm(copies, { recursive: true }));

	function rejects(name: string, bytes: Uint8Array, fault: string) {
		const isExpected = (error: unknown) => isProblem(error, 'unreadable') && error.problem.fault === fault;
		return assert.rejects(async () => void (await openText(folder.path, name, bytes)), isExpected);
	}

	const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
	const zipped = (name: string, text: string) => zipOf([{ name, content: Buffer.from(text) }]);
	for (const [name, bytes, packing] of [
		['a.csv.gz', gzipSync(csv), 'gzip'],
		['a.csv', gzipSync(csv), 'gzip'],
		['A.JSON.GZ', gzipSync(json), 'gzip'],
		['a.gz', gzipSync(Buffer.from(`\ufeff${csv}`, 'utf16le')), 'gzip'],
		['a.csv.gz', Buffer.concat([gzipSync(csv.slice(0, 10)), gzipSync(csv.slice(10))]), 'gzip'],
		['a.csv.zst', zstdCompressSync(csv), 'zstd'],
		['a.csv.zst', Buffer.concat([...csv].map((character) => zstdCompressSync(character))), 'zstd'],
		['a.csv.zst', Buffer.concat([zstdCompressSync(csv), skippable, zstdCompressSync('')]), 'zstd'],
		['a.ndjson.zst', zstdCompressSync('{"error":"a","id":1}\n{"error":"b, c","id":2}\n'), 'zstd'],
		['a.zip', zipped('errors.csv', csv), 'zip'],
		['a.zip', zipped('folder/errors.json', json), 'zip'],
		['a.zip', zipOf([{ name: 'a.csv', content: Buffer.from(csv), method: 'stored' }]), 'zip'],
		['a.zip', zipOf([{ name: 'a.csv', content: Buffer.from(csv), method: 'zstd' }]), 'zip'],
		['a.zip', zipOf([{ name: 'a.csv', content: Buffer.from(csv), long: true }]), 'zip'],
		[
			'a.zip',
			zipOf([
				{ name: 'x/', content: Buffer.alloc(0) },
				{ name: 'x/a.csv', content: Buffer.from(csv) },
				{ name: '__MACOSX/x/._a.csv', content: Buffer.from('x') },
				{ name: 'x/.DS_Store', content: Buffer.from('y') },
			]),
			'zip',
		],
	] as const satisfies readonly (readonly [string, Buffer, Packing])[]) {
		it(`opens ${name} with ${bytes.length} bytes of ${packing} data`, async () => {
			await using table = await openText(folder.path, name, bytes);
			assert.deepEqual(await table.cells([0, 1], [0, 1], never), records);
			assert.deepEqual([table.records, table.info.broken, table.info.truncated], [2, 0, false]);
			assert.equal(table.info.form?.packing, packing);
			assert.equal(await table.change(), undefined);
		});
	}

	it('reports incomplete compressed files as truncated', async () => {
		const text = `error,id\n${Array.from({ length: 50_000 }, (_, number) => `${Math.sin(number)},${number}\n`).join('')}`;
		for (const [name, packed] of [
			['a.csv.gz', gzipSync(text)],
			['a.csv.zst', zstdCompressSync(text)],
			['a.csv.zst', Buffer.concat([zstdCompressSync('error,id\n'), zstdCompressSync(text)])],
		] as const) {
			await using table = await openText(folder.path, name, packed.subarray(0, packed.length / 2));
			assert.ok(table.records > 1000 && table.records < 49_000, `${table.records}`);
			assert.equal(table.info.truncated, true);
		}
	});

	it('rejects files that cannot be decompressed and reports the reason', async () => {
		const damaged = gzipSync(csv.repeat(100));
		damaged.fill(0xff, 20, 30);
		await rejects('a.csv.gz', damaged, 'damagedArchive');
		await rejects('a.gz', gzipSync(gzipSync(csv)), 'compressed');
		await rejects('a.csv.bz2', Buffer.from('BZh91AY&SY'), 'compressed');
		await rejects('a.gz', gzipSync('<!DOCTYPE html><html></html>'), 'html');
		const content = Buffer.from(csv);
		await rejects(
			'a.zip',
			zipOf([
				{ name: 'a.csv', content },
				{ name: 'b.csv', content },
			]),
			'archive',
		);
		await rejects('a.zip', zipOf([]), 'archive');
		await rejects('a.zip', zipOf([{ name: 'a.csv', content, encrypted: true }]), 'compressed');
		await rejects('a.zip', zipOf([{ name: 'a.csv', content }]).subarray(0, 60), 'damagedArchive');
		await rejects(
			'a.xlsx',
			zipOf([
				{ name: '[Content_Types].xml', content },
				{ name: 'xl/workbook.xml', content },
			]),
			'workbook',
		);
		await rejects(
			'a.ods',
			zipOf([
				{ name: 'mimetype', content },
				{ name: 'content.xml', content },
			]),
			'workbook',
		);
	});

	it('stops decompressing at the size limit', async () => {
		const path = join(folder.path, 'a.gz');
		await writeFile(path, gzipSync(Buffer.alloc(4 * 1024 * 1024)));
		await using file = await open(path);
		const { size } = await file.stat();
		const unpacking = unpack(path, file, size, undefined, 1024);
		await assert.rejects(
			unpacking,
			(error) => isProblem(error, 'unreadable') && error.problem.fault === 'unpackedTooLarge',
		);
	});

	it('stops decompressing when opening is canceled', async () => {
		const path = join(folder.path, 'a.csv.gz');
		await writeFile(path, gzipSync(csv.repeat(100_000)));
		const controller = new AbortController();
		const opening = FileTable.open(path, { signal: controller.signal });
		const reason = new Error('cancelled');
		controller.abort(reason);
		await assert.rejects(opening, reason);
	});
});
