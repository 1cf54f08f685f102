import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bitset } from '../../../../../src/core/common/bitset';
import { isProblem } from '../../../../../src/core/common/errors';
import { MemoryBudget } from '../../../../../src/core/records/indexFile/memoryBudget';
import { createQueries } from '../../../../../src/core/records/queries';
import type { Table } from '../../../../../src/core/records/table/table';
import { UnionTable } from '../../../../../src/core/records/union/unionTable';
import type { GroupKey, RecordFilter, View } from '../../../../../src/shared/results';
import { inParts } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { asking } from '../query/support/querying';
import { fileText, randomColumns, randomRecords } from '../support/randomRecords';
import { openText } from '../support/tables';

const never = new AbortController().signal;

interface Wanted {
	readonly column: number;
	readonly wanted: readonly string[];
	readonly not: boolean;
}

async function openParts(paths: readonly string[], savesIndex = true, memory = 1024 * 1024): Promise<UnionTable> {
	const table = new UnionTable(paths, { budget: new MemoryBudget(memory), savesIndex });
	await table.load(never, () => undefined);
	return table;
}

async function everythingOf(table: Table) {
	const ask = asking(table);
	const all = [...table.columns.keys()];
	const numbers = [...Array(table.records).keys()];
	const filters: readonly RecordFilter[] = [
		{ kind: 'anywhere', text: '12' },
		{ kind: 'anywhere', text: 'say "NO"' },
		{ kind: 'contains', column: 0, text: 'а' },
		{ kind: 'empty', column: 0, not: true },
		{ kind: 'oneOf', column: 1, values: ['1700000007', '1700000014', ''] },
		{ kind: 'range', column: 1, from: '1700000001', to: '1700000030' },
		{ kind: 'empty', column: 1 },
		{ kind: 'oneOf', column: 2, values: [''], not: true },
		{ kind: 'broken' },
	];
	const views: View[] = [
		...filters.map((filter) => ({ filters: [filter], sort: [] })),
		{ filters: filters.slice(2, 5), sort: [] },
		...all.map((column) => ({ filters: [], sort: [{ column, descending: column % 2 === 0 }] })),
	];
	const whole: View = { filters: [], sort: [] };
	// Runs before another query merges the column.
	const plain = await ask.histogram({ view: whole, parts: 12, series: 1, stackBy: undefined });
	const first = await ask.page({ view: whole, start: 2, end: 9, columns: all, cellLength: 30 });
	const pages = [];
	for (const view of views) {
		const page = { view, start: 0, end: 40, columns: all, cellLength: 30 };
		pages.push(await ask.page(page), await ask.page({ ...page, start: 5000, end: 5010 }));
		pages.push(await ask.find({ view, text: 'ошибка', from: 3, backwards: true }));
	}
	const view: View = { filters: [], sort: [] };
	const keys: readonly GroupKey[] = [
		{ kind: 'name' },
		{ kind: 'message' },
		{ kind: 'frames' },
		{ kind: 'topFrame' },
		{ kind: 'column', column: 1 },
		{ kind: 'column', column: 2 },
	];
	const groups = [];
	for (const key of keys) {
		const found = { view, key, order: 'records', descending: true, start: 0, end: 20, trendParts: 6 } as const;
		groups.push(await ask.groups(found));
	}
	const { bytes: _, ...info } = table.info;
	return {
		info,
		broken: numbers.filter((number) => table.broken.has(number)),
		cells: await table.cells(numbers, all, never),
		written: await table.written(numbers.slice(-50), all, never),
		records: await Promise.all(
			numbers.slice(-20).map(async (number) => {
				const { values, raw, found } = await table.record(number, never);
				return { values, raw: raw(), found };
			}),
		),
		pages: [first, ...pages],
		groups,
		plain,
		histogram: await ask.histogram({ view, parts: 12, series: 4, stackBy: 0 }),
		top: await Promise.all(all.map((column) => ask.topValues({ view, column, limit: 9 }))),
		totals: await Promise.all(all.map((column) => ask.totals({ view, column, positions: [{ from: 3, to: 90 }] }))),
		again: await table.cells(numbers, all, never),
	};
}

describe('table with many partitions', () => {
	const folder = useTemporaryFolder();

	for (const format of ['csv', 'json'] as const) {
		inParts(`returns the same results as a single file with all records (${format})`, 5, async (part) => {
			const random = new Random((format === 'csv' ? 5 : 6) + part);
			const names = randomColumns(random);
			const parts = random.times(1 + random.below(5), () => randomRecords(random, format, names));
			const paths = parts.map((_, index) => join(folder.path, `${part}-${index}.${format}`));
			for (const [index, records] of parts.entries()) {
				await writeFile(paths[index] ?? '', fileText(format, names, records));
			}
			const texts = parts.flatMap((records) => records.texts);
			const text = fileText(format, names, { texts, between: ',' });
			await using whole = await openText(folder.path, `whole${part}.${format}`, text);
			const expected = await everythingOf(whole);
			await using made = await openParts(paths, part % 2 === 0);
			assert.deepEqual(await everythingOf(made), expected);
			await using again = await openParts(paths, true, part % 3 === 0 ? 1 : undefined);
			assert.deepEqual(await everythingOf(again), expected, 'opened again');
		});
	}

	async function write(name: string, text: string): Promise<string> {
		await writeFile(join(folder.path, name), text);
		return join(folder.path, name);
	}

	it('merges the columns of partitions by name', async () => {
		const paths = [
			await write('a.csv', 'name,count,name\na,1,x\nb,2,y\n'),
			await write('b.csv', 'extra,name\nlong,c\n'),
			await write('c.csv', 'name,count\n'),
			await write('d.csv', 'count,name\nthree,d\n'),
		];
		await using table = await openParts(paths);
		assert.deepEqual(
			table.info.columns.map(({ name, kind }) => [name, kind]),
			[
				['name', 'text'],
				['count', 'text'],
				['name', 'text'],
				['extra', 'text'],
			],
		);
		const rows = [
			['a', '1', 'x', ''],
			['b', '2', 'y', ''],
			['c', '', '', 'long'],
			['d', 'three', '', ''],
		];
		const all = [0, 1, 2, 3];
		assert.deepEqual(await table.cells(all, all, never), rows);
		for (const { values } of table.columns) {
			assert.equal(values.kind, 'dictionary');
		}
		assert.deepEqual(await table.cells([3, 0, 2, 1], all, never), [rows[3], rows[0], rows[2], rows[1]]);
		assert.deepEqual((await table.record(2, never)).values, rows[2]);
		const only = new Bitset();
		only.add(0);
		only.add(2);
		const seen: unknown[] = [];
		const visit = (number: number, bytes: Buffer, start: number, end: number) =>
			void seen.push([number, bytes.toString('utf8', start, end)]);
		await table.scanColumn(3, visit, { signal: never });
		await table.scanColumn(0, visit, { signal: never, only, records: 3 });
		assert.deepEqual(seen, [
			[0, ''],
			[1, ''],
			[2, 'long'],
			[3, ''],
			[0, 'a'],
			[2, 'c'],
		]);
	});

	it("saves partition indexes if allowed and then doesn't read any partition again", async () => {
		const paths = [await write('a.csv', 'name\na\n'), await write('b.csv', 'name\nb\n')];
		await using unsaved = await openParts(paths, false);
		assert.equal(unsaved.records, 2);
		assert.equal(existsSync(`${paths[0]}.index`), false);
		await using saved = await openParts(paths, true);
		assert.equal(saved.records, 2);
		assert.ok(paths.every((path) => existsSync(`${path}.index`)));
	});

	it('reports a modified partition and rejects a partition in another format', async () => {
		const paths = [await write('a.csv', 'name\na\n'), await write('b.csv', 'name\nb\n')];
		await using table = await openParts(paths);
		assert.equal(await table.change(), undefined);
		await appendFile(paths[1] ?? '', 'c\n');
		assert.equal(await table.change(), 'changed');
		const options = { budget: new MemoryBudget(1024), savesIndex: true };
		await using mixed = new UnionTable([...paths, await write('c.json', '[{"name":"c"}]')], options);
		await assert.rejects(
			mixed.load(never, () => undefined),
			(error) => isProblem(error, 'unreadable'),
		);
	});

	it('filters the records of all partitions even if a saved index was damaged in the meantime', async () => {
		const random = new Random(11);
		const sizes = [70_001, 0, 5, 20_000];
		const cells = sizes.map((size) =>
			random.times(size, (index) => [
				random.pick(['ios', 'android', '']),
				random.chance(0.1) ? '' : `code ${random.below(400)}`,
				String(index),
			]),
		);
		const paths = await Promise.all(
			cells.map((rows, index) => write(`${index}.csv`, `os,code,number\n${rows.map((row) => `${row}\n`).join('')}`)),
		);
		const all = cells.flat();
		await using made = await openParts(paths);
		await using table = await openParts(paths, true, 1);
		const passes =
			({ column, wanted, not }: Wanted) =>
			(row: readonly string[]) =>
				wanted.includes(row[column] ?? '') !== not;
		for (let round = 0; round < 24; round++) {
			if (round === 12) {
				const bytes = await readFile(`${paths[0]}.index`);
				await writeFile(`${paths[0]}.index`, bytes.fill(0x55, 100_000, 120_000));
			}
			const wanted: Wanted[] = random.times(1 + random.below(3), () => {
				const column = random.below(3);
				const values = [
					['ios', '', 'none'],
					['', ...random.times(7, () => `code ${random.below(410)}`)],
					['3', '19999'],
				];
				return { column, wanted: values[column]?.filter(() => random.chance(0.6)) ?? [], not: random.chance(0.3) };
			});
			const filters = wanted.map(({ wanted: values, ...other }) => ({ kind: 'oneOf', values, ...other }) as const);
			const expected = [...all.keys()].filter((number) => wanted.every((one) => passes(one)(all[number] ?? [])));
			for (const one of [table, made]) {
				const { compared } = createQueries(one);
				const found = await compared.snapshot().selection(filters, never);
				assert.deepEqual([...found], expected, `round ${round}: ${JSON.stringify(filters)}`);
			}
		}
	});

	it('keeps only a few files open, even if a table has many partitions', async () => {
		const paths = await Promise.all(
			Array.from({ length: 40 }, (_, index) => write(`${index}.csv`, `name\n${index}\n`)),
		);
		await using table = await openParts(paths);
		const numbers = [...Array(40).keys()];
		const pages = [numbers, numbers.toReversed(), numbers].map((some) => table.cells(some, [0], never));
		for (const [index, page] of (await Promise.all(pages)).entries()) {
			assert.deepEqual(page.flat(), (index === 1 ? numbers.toReversed() : numbers).map(String));
		}
	});

	it('represents a set without partitions as an empty table', async () => {
		await using table = await openParts([]);
		assert.equal(table.info.total, 0);
		const view: View = { filters: [], sort: [] };
		const page = await asking(table).page({ view, start: 0, end: 9, columns: [], cellLength: 9 });
		assert.equal(page.count, 0);
	});
});
