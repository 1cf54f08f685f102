import assert from 'node:assert/strict';
import type { RecordFilter, View } from '../../../../../src/shared/results';
import { asking, itOfFiles, numbersOf, randomCases, randomFilter, textTable, wholeFile } from './support/asking';
import { MemoryTable } from './support/memoryTable';

describe('Views', () => {
	it('hold the records that a search through plain arrays finds', async () => {
		for (const { seed, data, ask, oracle, random } of randomCases(60)) {
			for (let round = 0; round < 20; round++) {
				const filters = random.times(random.below(4), () => randomFilter(random, oracle, data.rows.length));
				assert.deepEqual(
					await numbersOf(ask, { filters, sort: [] }),
					oracle.select(filters),
					`seed ${seed}, ${JSON.stringify(filters)}`,
				);
			}
		}
	});

	it('are in the order of their columns, stable, with empty values last', async () => {
		for (const { seed, data, ask, oracle, random } of randomCases(60)) {
			for (let round = 0; round < 10; round++) {
				const filters = random.chance(0.5) ? [] : [randomFilter(random, oracle, data.rows.length)];
				const sort = random.times(random.below(4), () => ({
					column: random.below(data.columns.length),
					descending: random.chance(0.5),
				}));
				assert.deepEqual(
					await numbersOf(ask, { filters, sort }),
					oracle.order(filters, sort),
					`seed ${seed}, ${JSON.stringify({ filters, sort })}`,
				);
			}
		}
	});

	it('give pages with the cells asked for, cut without halving a character', async () => {
		const ask = asking(
			textTable('raw', [
				['one', 'a😀b'],
				['two', 'xyz'],
				['three', ''],
			]),
		);
		assert.deepEqual(await ask.page({ view: wholeFile, start: 0, end: 2, columns: [1, 0], cellLength: 2 }), {
			count: 3,
			start: 0,
			rows: [
				{ number: 0, cells: ['a', 'on'], broken: false },
				{ number: 1, cells: ['xy', 'tw'], broken: false },
			],
		});
		const beyond = await ask.page({ view: wholeFile, start: 5, end: 9, columns: [0], cellLength: 9 });
		assert.deepEqual(beyond, { count: 3, start: 3, rows: [] });
	});

	it('know where a record is', async () => {
		for (const { data, ask, oracle, random } of randomCases(10)) {
			const view = {
				filters: [randomFilter(random, oracle, data.rows.length)],
				sort: [{ column: 5, descending: true }],
			};
			const order = oracle.order(view.filters, view.sort);
			for (const number of [0, 1, 5, 17]) {
				const position = order.indexOf(number);
				assert.equal(await ask.positionOf({ view, number }), position === -1 ? undefined : position);
			}
		}
	});

	it('compare IDs digit by digit where doubles would be equal', async () => {
		const ids = ['9007199254740993', '9007199254740992', '-9007199254740993', '12', '-3', '0012', ''];
		for (const store of ['dictionary', 'raw'] as const) {
			const table = new MemoryTable({ columns: [{ name: 'id', kind: 'integer', store }], rows: ids.map((id) => [id]) });
			const ask = asking(table);
			const sorted = await numbersOf(ask, { filters: [], sort: [{ column: 0, descending: false }] });
			assert.deepEqual(
				sorted.map((number) => ids[number]),
				['-9007199254740993', '-3', '12', '0012', '9007199254740992', '9007199254740993', ''],
			);
			const range: RecordFilter = { kind: 'range', column: 0, from: '-3', to: '9007199254740992' };
			assert.deepEqual(await numbersOf(ask, { filters: [range], sort: [] }), [1, 3, 4, 5]);
		}
	});

	it('tell values apart to their last byte when they are filtered by one of them', async () => {
		const long = 'x'.repeat(10_000);
		const ask = asking(textTable('raw', [[`${long}a`], [`${long}b`], [long]]));
		const filter: RecordFilter = { kind: 'oneOf', column: 0, values: [`${long}b`] };
		assert.deepEqual(await numbersOf(ask, { filters: [filter], sort: [] }), [1]);
	});

	it('find what has the whole value of a record, however long', async () => {
		const long = 'ü'.repeat(40_000);
		const rows = [[`${long}a`], [`${long}b`], [long], [`${long}b`], ['']];
		for (const store of ['raw', 'dictionary'] as const) {
			const ask = asking(textTable(store, rows));
			const filter: RecordFilter = { kind: 'sameAs', column: 0, number: 1, beginning: 'üü', length: 40_001 };
			assert.deepEqual(await numbersOf(ask, { filters: [filter], sort: [] }), [1, 3], store);
			assert.deepEqual(await numbersOf(ask, { filters: [{ ...filter, not: true }], sort: [] }), [0, 2, 4], store);
		}
	});

	it('hold what stands at some positions of another view', async () => {
		const ask = asking(textTable('raw', [['b'], ['d'], ['a'], ['c']]));
		const of: View = { filters: [], sort: [{ column: 0, descending: false }] };
		const filter: RecordFilter = {
			kind: 'positions',
			of,
			positions: [
				{ from: 0, to: 2 },
				{ from: 3, to: 9 },
			],
		};
		assert.deepEqual(await numbersOf(ask, { filters: [filter], sort: [] }), [0, 1, 2]);
		assert.deepEqual(
			await numbersOf(ask, { filters: [filter, { kind: 'contains', column: 0, text: 'a' }], sort: of.sort }),
			[2],
		);
	});

	it('find nothing like a record whose value is another than the filter was made from', async () => {
		const ask = asking(textTable('raw', [['new'], ['old']]));
		const filter: RecordFilter = { kind: 'sameAs', column: 0, number: 1, beginning: 'young', length: 5 };
		for (const number of [1, 7]) {
			assert.deepEqual(await numbersOf(ask, { filters: [{ ...filter, number }], sort: [] }), []);
		}
	});

	it('treat a column that is not there as one of empty values', async () => {
		const ask = asking(textTable('raw', [['one'], ['two']]));
		assert.deepEqual(await numbersOf(ask, { filters: [{ kind: 'empty', column: 7 }], sort: [] }), [0, 1]);
		assert.deepEqual(
			await numbersOf(ask, {
				filters: [{ kind: 'contains', column: 7, text: 'o' }],
				sort: [{ column: 9, descending: true }],
			}),
			[],
		);
	});

	itOfFiles('rank the texts of a column once for all orders', async () => {
		const table = textTable('raw', [['b'], ['a'], [''], ['c']]);
		const ask = asking(table);
		const sort = [{ column: 0, descending: true }];
		assert.deepEqual(await numbersOf(ask, { filters: [], sort }), [3, 0, 1, 2]);
		const { passes } = table;
		const filters: RecordFilter[] = [{ kind: 'empty', column: 0, not: true }];
		assert.deepEqual(await numbersOf(ask, { filters, sort: [{ column: 0, descending: false }] }), [1, 0, 3]);
		assert.equal(table.passes, passes);
	});

	itOfFiles('reuse the records they found for a view with one filter more', async () => {
		const table = textTable('raw', [['one'], ['two'], ['three']]);
		const ask = asking(table);
		const first: RecordFilter = { kind: 'contains', column: 0, text: 'o' };
		assert.deepEqual(await numbersOf(ask, { filters: [first], sort: [] }), [0, 1]);
		assert.equal(table.passes, 1);
		await numbersOf(ask, { filters: [first], sort: [] });
		assert.equal(table.passes, 1);
		const second: RecordFilter = { kind: 'contains', column: 0, text: 't' };
		assert.deepEqual(await numbersOf(ask, { filters: [second, first], sort: [] }), [1]);
		assert.equal(table.passes, 2);
	});
});
