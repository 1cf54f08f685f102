import assert from 'node:assert/strict';
import { folded } from './support/oracle';
import { asking, itOfFiles, randomCases, textTable, wholeFile } from './support/querying';

export function findSuite(): void {
	describe('find queries', () => {
		it('finds the next record in view order that contains the text, and wraps around at the end', async () => {
			for (const { seed, data, ask, oracle, random } of randomCases(30)) {
				for (let round = 0; round < 8; round++) {
					const sort = random.chance(0.5) ? [] : [{ column: random.below(8), descending: random.chance(0.5) }];
					const filters = random.chance(0.5) ? [] : [{ kind: 'broken' } as const];
					const order = oracle.order(filters, sort);
					const text = random.pick(['id 7', 'ÉTAT', 'µ', 'kt:3', 'İZMIR', '10.0', 'nowhere']);
					const from = random.below(order.length + 1);
					const backwards = random.chance(0.5);
					const found = await ask.find({ view: { filters, sort }, text, from, backwards });
					const has = (record: number) =>
						data.columns.some((_, column) => folded(oracle.value(record, column)).includes(folded(text)));
					const start = Math.min(from, order.length - 1);
					const steps = order.map((_, step) => (start + (backwards ? order.length - step : step)) % order.length);
					const position = steps.find((candidate) => has(order[candidate] ?? -1));
					assert.equal(found?.position, position, `seed ${seed}, ${text} from ${from} in ${order.length}`);
					if (found) {
						assert.equal(found.number, order[found.position]);
						assert.ok(folded(oracle.value(found.number, found.column)).includes(folded(text)));
					}
				}
			}
		});

		it('searches the preferred columns first, in the given order', async () => {
			const ask = asking(textTable('raw', [['x1', 'x2', 'y3', 'x4']]));
			const getColumn = async (columns: readonly number[] | undefined) =>
				(await ask.find({ view: wholeFile, text: 'X', from: 0, backwards: false, ...(columns && { columns }) }))
					?.column;
			assert.equal(await getColumn([2, 3, 1]), 3);
			assert.equal(await getColumn([2, 9]), 0, 'of all, where no preferred one has it');
			assert.equal(await getColumn(undefined), 0);
		});

		itOfFiles('stops reading at the first record that contains the text', async () => {
			const rows = Array.from({ length: 20_000 }, (_, index) => [index === 130 ? 'needle' : 'hay']);
			const table = textTable('raw', rows);
			const ask = asking(table);
			const progress: number[] = [];
			const params = { view: wholeFile, text: 'NEEDLE', from: 0, backwards: false };
			const found = await ask.find(params, { report: ({ searched }) => progress.push(searched) });
			assert.deepEqual(found, { position: 130, number: 130, column: 0 });
			assert.equal(progress.length, 0);
			assert.equal(table.passes, 1);
			assert.equal(
				await ask.find({ ...params, text: 'pin' }, { report: ({ searched }) => progress.push(searched) }),
				undefined,
			);
			assert.equal(progress.at(-1), 20_000);
		});

		it('searches a sorted view only once for repeated find queries', async () => {
			const table = textTable('raw', [['b x'], ['a'], ['c x']]);
			const ask = asking(table);
			const view = { filters: [], sort: [{ column: 0, descending: true }] };
			const next = async (from: number) => (await ask.find({ view, text: 'x', from, backwards: false }))?.position;
			assert.equal(await next(0), 0);
			const { passes } = table;
			assert.equal(await next(1), 1);
			assert.equal(await next(2), 0);
			assert.equal(table.passes, passes);
		});

		it('finds no record in an empty view or for an empty search string', async () => {
			const ask = asking(textTable('raw', [['a']]));
			const filters = [{ kind: 'broken' } as const];
			assert.equal(await ask.find({ view: { filters, sort: [] }, text: 'a', from: 0, backwards: false }), undefined);
			assert.equal(await ask.find({ view: wholeFile, text: '', from: 0, backwards: false }), undefined);
		});
	});
}
