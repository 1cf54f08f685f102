import assert from 'node:assert/strict';
import type { RecordFilter, View } from '../../../../../src/shared/results';
import { MemoryTable } from './support/memoryTable';
import { asking, getNumbers, itOfFiles, randomCases, randomFilter, textTable, wholeFile } from './support/querying';

export function viewsSuite(): void {
	describe('views of records', () => {
		it('filtered views contain the same records as filtered arrays', async () => {
			for (const { seed, data, ask, oracle, random } of randomCases(60)) {
				for (let round = 0; round < 20; round++) {
					const filters = random.times(random.below(4), () => randomFilter(random, oracle, data.rows.length));
					assert.deepEqual(
						await getNumbers(ask, { filters, sort: [] }),
						oracle.select(filters),
						`seed ${seed}, ${JSON.stringify(filters)}`,
					);
				}
			}
		});

		it('sorts views stably by their columns, with empty values last', async () => {
			for (const { seed, data, ask, oracle, random } of randomCases(60)) {
				for (let round = 0; round < 10; round++) {
					const filters = random.chance(0.5) ? [] : [randomFilter(random, oracle, data.rows.length)];
					const sort = random.times(random.below(4), () => ({
						column: random.below(data.columns.length),
						descending: random.chance(0.5),
					}));
					assert.deepEqual(
						await getNumbers(ask, { filters, sort }),
						oracle.order(filters, sort),
						`seed ${seed}, ${JSON.stringify({ filters, sort })}`,
					);
				}
			}
		});

		it('returns a view page with the requested cells, truncated at character boundaries', async () => {
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

		it('returns the type and message of the root cause as the error line of a record', async () => {
			const texts = ['\n\nStarted.', 'a.B: x\n\tat a.B.c(D.java:1)\nCaused by: e.FError: y\n\tat e.F.g(H.java:2)', ''];
			const ask = asking(
				textTable(
					'raw',
					texts.map((text) => [text, text]),
					['text', 'error'],
				),
			);
			const asked = { view: wholeFile, start: 0, end: 3, columns: [1, 0], cellLength: 400, errorLines: true };
			const { rows } = await ask.page(asked);
			assert.deepEqual(
				rows.map(({ cells }) => cells),
				[
					['Started.', texts[0]],
					['e.FError: y', texts[1]],
					['', ''],
				],
			);
		});

		it('returns the position of a record in a view', async () => {
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

		it('sorts 64-bit IDs by all of their digits even if they are equal as doubles', async () => {
			const ids = ['9007199254740993', '9007199254740992', '-9007199254740993', '12', '-3', '0012', ''];
			for (const store of ['dictionary', 'raw'] as const) {
				const table = new MemoryTable({
					columns: [{ name: 'id', kind: 'integer', store }],
					rows: ids.map((id) => [id]),
				});
				const ask = asking(table);
				const sorted = await getNumbers(ask, { filters: [], sort: [{ column: 0, descending: false }] });
				assert.deepEqual(
					sorted.map((number) => ids[number]),
					['-9007199254740993', '-3', '12', '0012', '9007199254740992', '9007199254740993', ''],
				);
				const range: RecordFilter = { kind: 'range', column: 0, from: '-3', to: '9007199254740992' };
				assert.deepEqual(await getNumbers(ask, { filters: [range], sort: [] }), [1, 3, 4, 5]);
			}
		});

		it('filters a view by an exact value even if other values differ only in the last byte', async () => {
			const long = 'x'.repeat(10_000);
			const ask = asking(textTable('raw', [[`${long}a`], [`${long}b`], [long]]));
			const filter: RecordFilter = { kind: 'oneOf', column: 0, values: [`${long}b`] };
			assert.deepEqual(await getNumbers(ask, { filters: [filter], sort: [] }), [1]);
		});

		it('finds the records with exactly the same value as a given record, even if the value is long', async () => {
			const long = 'ü'.repeat(40_000);
			const rows = [[`${long}a`], [`${long}b`], [long], [`${long}b`], ['']];
			for (const store of ['raw', 'dictionary'] as const) {
				const ask = asking(textTable(store, rows));
				const filter: RecordFilter = { kind: 'sameAs', column: 0, number: 1, beginning: 'üü', length: 40_001 };
				assert.deepEqual(await getNumbers(ask, { filters: [filter], sort: [] }), [1, 3], store);
				assert.deepEqual(await getNumbers(ask, { filters: [{ ...filter, not: true }], sort: [] }), [0, 2, 4], store);
			}
		});

		it('filters records by their positions in another view', async () => {
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
			assert.deepEqual(await getNumbers(ask, { filters: [filter], sort: [] }), [0, 1, 2]);
			assert.deepEqual(
				await getNumbers(ask, { filters: [filter, { kind: 'contains', column: 0, text: 'a' }], sort: of.sort }),
				[2],
			);
		});

		it("finds no records by example if the example record's value has changed", async () => {
			const ask = asking(textTable('raw', [['new'], ['old']]));
			const filter: RecordFilter = { kind: 'sameAs', column: 0, number: 1, beginning: 'young', length: 5 };
			for (const number of [1, 7]) {
				assert.deepEqual(await getNumbers(ask, { filters: [{ ...filter, number }], sort: [] }), []);
			}
		});

		it('treats a missing column as a column of empty values', async () => {
			const ask = asking(textTable('raw', [['one'], ['two']]));
			assert.deepEqual(await getNumbers(ask, { filters: [{ kind: 'empty', column: 7 }], sort: [] }), [0, 1]);
			assert.deepEqual(
				await getNumbers(ask, {
					filters: [{ kind: 'contains', column: 7, text: 'o' }],
					sort: [{ column: 9, descending: true }],
				}),
				[],
			);
		});

		itOfFiles('ranks the values in a text column only once for all sort orders', async () => {
			const table = textTable('raw', [['b'], ['a'], [''], ['c']]);
			const ask = asking(table);
			const sort = [{ column: 0, descending: true }];
			assert.deepEqual(await getNumbers(ask, { filters: [], sort }), [3, 0, 1, 2]);
			const { passes } = table;
			const filters: RecordFilter[] = [{ kind: 'empty', column: 0, not: true }];
			assert.deepEqual(await getNumbers(ask, { filters, sort: [{ column: 0, descending: false }] }), [1, 0, 3]);
			assert.equal(table.passes, passes);
		});

		itOfFiles('reuses the filtered records when another filter is added to a view', async () => {
			const table = textTable('raw', [['one'], ['two'], ['three']]);
			const ask = asking(table);
			const first: RecordFilter = { kind: 'contains', column: 0, text: 'o' };
			assert.deepEqual(await getNumbers(ask, { filters: [first], sort: [] }), [0, 1]);
			assert.equal(table.passes, 1);
			await getNumbers(ask, { filters: [first], sort: [] });
			assert.equal(table.passes, 1);
			const second: RecordFilter = { kind: 'contains', column: 0, text: 't' };
			assert.deepEqual(await getNumbers(ask, { filters: [second, first], sort: [] }), [1]);
			assert.equal(table.passes, 2);
		});
	});
}
