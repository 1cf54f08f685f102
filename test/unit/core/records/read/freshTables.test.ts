import * as assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProblem } from '../../../../../src/core/common/errors';
import { CsvCheck } from '../../../../../src/core/export/check/csvCheck';
import { FreshTables } from '../../../../../src/core/records/read/freshTables';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { build, buildText } from '../support/tables';

const never = new AbortController().signal;

const texts = {
	'a.csv': `id,at,note\r\n${Array.from({ length: 70_000 }, (_, id) => `${id},2026-01-01 00:00:${String(id % 60).padStart(2, '0')},"n, ""${id}"""\r\n`).join('')}`,
	'a.json': JSON.stringify({ data: Array.from({ length: 3000 }, (_, id) => ({ id, note: `n "${id}" é\n` })) }),
};

function* pieces(text: string): Generator<Uint8Array> {
	const bytes = Buffer.from(text);
	for (let start = 0; start < bytes.length; start += 65_521) {
		yield bytes.subarray(start, start + 65_521);
	}
}

describe('FreshTables', () => {
	const folder = useTemporaryFolder();

	for (const [name, text] of Object.entries(texts)) {
		it(`${name}: index built during the download is identical to an index built from the file`, async () => {
			const path = join(folder.path, name);
			await writeFile(path, text);
			const fresh = new FreshTables();
			await fresh.keep(path, build(name.endsWith('csv') ? 'csv' : 'json', pieces(text)));
			const built = await fresh.take(path);
			assert.ok(built);
			await using onTheWay = await FileTable.open(path, { built });
			await using read = await FileTable.open(path);
			let told = 0;
			assert.deepEqual(await onTheWay.load(never, () => told++), await read.load(never, () => undefined));
			assert.equal(told, 1);
			const numbers = [0, 1, 1234, read.records - 1];
			const columns = read.columns.map((_, index) => index);
			assert.deepEqual(await onTheWay.cells(numbers, columns, never), await read.cells(numbers, columns, never));
			assert.equal(await fresh.take(path), undefined, 'given away once');
		});
	}

	it('returns no index for another file or for a file that was modified after the download', async () => {
		const path = join(folder.path, 'b.csv');
		await writeFile(path, 'id\n1\n');
		const fresh = new FreshTables();
		await fresh.keep(path, buildText('csv', 'id\n1\n'));
		assert.equal(await fresh.take(join(folder.path, 'c.csv')), undefined);
		await appendFile(path, '2\n');
		assert.equal(await fresh.take(path), undefined);
	});

	it('discards an index before its file is opened if the index uses too much memory', async () => {
		const path = join(folder.path, 'many.csv');
		const lines = 'id\n'.repeat(1_000_002);
		await writeFile(path, lines);
		const fresh = new FreshTables();
		const index = fresh.begin('csv');
		const check = new CsvCheck(index);
		for (const piece of pieces(lines)) {
			check.push(piece);
		}
		assert.deepEqual([check.end(), check.rows], ['whole', 1_000_001]);
		await index.keep(path);
		assert.equal(await fresh.take(path), undefined);
	});

	it('reports that a downloaded file was deleted before it was opened', async () => {
		const path = join(folder.path, 'd.csv');
		await writeFile(path, 'id\n1\n');
		const fresh = new FreshTables();
		await fresh.keep(path, buildText('csv', 'id\n1\n'));
		await rm(path);
		await assert.rejects(fresh.take(path), (error) => isProblem(error, 'disk'));
	});
});
