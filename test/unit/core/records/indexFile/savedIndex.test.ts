import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryBudget } from '../../../../../src/core/records/indexFile/memoryBudget';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import type { Table } from '../../../../../src/core/records/table/table';
import { inParts } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { asking } from '../query/support/querying';
import { fileText, randomColumns, randomRecords } from '../support/randomRecords';
import { openText } from '../support/tables';

const never = new AbortController().signal;

async function reopen(path: string, memory = 1024 * 1024): Promise<FileTable> {
	const table = await FileTable.open(path, { saved: new MemoryBudget(memory) });
	await table.load(never, () => undefined);
	return table;
}

async function usesIndex(path: string): Promise<boolean> {
	await using table = await FileTable.open(path, { saved: new MemoryBudget(1024) });
	return table.complete;
}

function storeOf(table: Table, column: number, number: number): string | undefined {
	const values = table.columns[column]?.values;
	switch (values?.kind) {
		case 'dictionary':
			return values.value(values.codes[number] ?? 0);
		case 'number':
			return values.text(number);
		default:
			return values && String(values.present.has(number));
	}
}

function knownOf(table: Table) {
	return {
		info: table.info,
		stores: table.columns.map(({ name, kind, values }) => ({
			name,
			kind,
			store: values.kind,
			size: values.kind === 'dictionary' ? [values.size, [...values.counts]] : values.empty,
		})),
		records: Array.from({ length: table.records }, (_, number) => [
			table.start(number),
			table.length(number),
			table.broken.has(number),
			...table.columns.map((_, column) => storeOf(table, column, number)),
		]),
	};
}

async function cellsOf(table: Table): Promise<string[][]> {
	const columns = [...table.columns.keys()];
	return table.cells([...Array(Math.min(table.records, 500)).keys()], columns, never);
}

describe('saved index', () => {
	const folder = useTemporaryFolder();

	it('saves an index that is identical to the index built by reading the file', async () => {
		const random = new Random(41);
		const seen = new Set<string>();
		for (let round = 0; round < 24; round++) {
			const format = round % 2 === 0 ? 'csv' : 'json';
			const names = randomColumns(random);
			const text = fileText(format, names, randomRecords(random, format, names));
			const path = join(folder.path, `${round}.${format}`);
			await using read = await openText(folder.path, `${round}.${format}`, text);
			await read.saveIndex(never);
			assert.equal(await usesIndex(path), true);
			await using saved = await reopen(path, round % 3 === 0 ? 1 : undefined);
			assert.deepEqual(await cellsOf(saved), await cellsOf(read), `cells of round ${round}`);
			assert.deepEqual(knownOf(saved), knownOf(read), `round ${round}`);
			assert.deepEqual(await cellsOf(saved), await cellsOf(read), `cells in memory of round ${round}`);
			for (const { values } of read.columns) {
				seen.add(values.kind);
			}
		}
		assert.deepEqual(seen, new Set(['dictionary', 'number', 'raw']));
	});

	it('returns the same query results with a saved index as with the file itself', async () => {
		const random = new Random(42);
		const names = randomColumns(random);
		const text = fileText('csv', names, randomRecords(random, 'csv', names));
		await using read = await openText(folder.path, 'a.csv', text);
		await read.saveIndex(never);
		await using saved = await reopen(join(folder.path, 'a.csv'));
		const view = { filters: [], sort: [{ column: 1, descending: true }] };
		for (const key of [{ kind: 'name' }, { kind: 'frames' }, { kind: 'message' }] as const) {
			const params = { view, key, order: 'records', descending: true, start: 0, end: 50, trendParts: 5 } as const;
			assert.deepEqual(await asking(saved).groups(params), await asking(read).groups(params));
		}
		const page = { view, start: 0, end: 80, columns: [0, 1, 2], cellLength: 100 };
		assert.deepEqual(await asking(saved).page(page), await asking(read).page(page));
	});

	inParts('ignores a saved index if any of its bytes was modified', 4, async (part) => {
		const text = `error_name,error_timestamp\n${Array.from({ length: 20 }, (_, index) => `n${index % 7},17${index}\n`).join('')}`;
		await using read = await openText(folder.path, 'a.csv', text);
		await read.saveIndex(never);
		const path = join(folder.path, 'a.csv');
		const expected = knownOf(read);
		const cells = await cellsOf(read);
		const whole = await readFile(`${path}.index`);
		const check = async (bytes: Uint8Array, what: string) => {
			await writeFile(`${path}.index`, bytes);
			await using table = await reopen(path);
			assert.deepEqual(await cellsOf(table), cells, what);
			assert.deepEqual(knownOf(table), expected, what);
		};
		const contents = whole.length - 16 - whole.readUInt32LE(whole.length - 8);
		// One checksum covers the contents, so it is enough to change a sample of their bytes.
		for (let at = part; at < whole.length; at += at > contents && at < whole.length - 20 ? 148 : 4) {
			const bytes = Buffer.from(whole);
			bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
			await check(bytes, `byte ${at}`);
		}
		for (const length of [0, 5, 20, 200, whole.length - 1]) {
			await check(whole.subarray(0, length), `${length} bytes`);
		}
		await check(Buffer.concat([whole, Buffer.alloc(1)]), 'a byte more');
	});

	it('ignores a saved index if the records file was modified after the index was saved', async () => {
		const path = join(folder.path, 'a.csv');
		const save = async () => {
			await using read = await openText(folder.path, 'a.csv', 'id,name\n1,a\n2,b\n');
			await read.saveIndex(never);
			assert.equal(await usesIndex(path), true);
		};
		await save();
		const { atime, mtime } = await stat(path);
		await writeFile(path, 'id,name\n1,a\n2,c\n');
		await utimes(path, atime, mtime);
		assert.equal(await usesIndex(path), false, 'another letter, with the time that the file had');
		await save();
		await appendFile(path, '3,c\n');
		assert.equal(await usesIndex(path), false, 'another line');
		await using table = await reopen(path);
		assert.equal(table.records, 3);
	});

	it('uses a saved index only on request and only for a file with the default format', async () => {
		await using plain = await openText(folder.path, 'a.csv', 'id,name\n1,a\n');
		await plain.saveIndex(never);
		await using other = await FileTable.open(join(folder.path, 'a.csv'));
		assert.equal(other.complete, false);
		await using semicolons = await openText(folder.path, 'b.csv', 'id;name\n1;a\n');
		await semicolons.saveIndex(never);
		await using unread = await FileTable.open(join(folder.path, 'a.csv'));
		await unread.saveIndex(never);
		assert.deepEqual(await readdir(folder.path), ['a.csv', 'a.csv.index', 'b.csv']);
	});

	it('rebuilds a saved index that turns out to be damaged while queries are running', async () => {
		const path = join(folder.path, 'a.csv');
		const lines = Array.from({ length: 3000 }, (_, index) => `n${index % 7},17${index},x\n`);
		await using read = await openText(folder.path, 'a.csv', `error_name,error_timestamp,c\n${lines.join('')}`);
		await read.saveIndex(never);
		await using saved = await reopen(path);
		assert.equal(storeOf(saved, 0, 8), 'n1');
		const bytes = await readFile(`${path}.index`);
		await writeFile(`${path}.index`, bytes.fill(0xff, 20, bytes.length - 20));
		assert.equal(storeOf(saved, 1, 8), '178');
		await rm(`${path}.index`);
		assert.deepEqual(knownOf(saved), knownOf(read));
	});

	it("leaves no partial index file if the index can't be saved completely", async () => {
		const path = join(folder.path, 'a.csv');
		await using read = await openText(folder.path, 'a.csv', 'id\n1\n');
		const controller = new AbortController();
		await writeFile(path, 'id\n2\n3\n');
		await read.saveIndex(controller.signal);
		assert.deepEqual(await readdir(folder.path), ['a.csv'], 'of a file that changed while it was open');
	});
});
