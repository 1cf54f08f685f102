import assert from 'node:assert/strict';
import { folded } from './support/oracle';
import { asking, randomCases, randomFilter, textTable, wholeFile } from './support/querying';

export function topValuesSuite(): void {
	describe('top values', () => {
		it('counts the same records for each top value as a reference implementation with a Map', async () => {
			for (const { seed, data, ask, oracle, random } of randomCases(40)) {
				for (let round = 0; round < 5; round++) {
					const filters = random.times(random.below(3), () => randomFilter(random, oracle, data.rows.length));
					const column = random.below(data.columns.length);
					const containing = random.pick(['', '', 'É', 'state', '1', '😀']);
					const top = await ask.topValues({ view: { filters, sort: [] }, column, limit: 1000, containing });
					const selected = oracle.select(filters);
					const counts = Map.groupBy(selected, (record) => oracle.value(record, column));
					const expected = [...counts]
						.filter(([value]) => value !== '' && folded(value).includes(folded(containing)))
						.map(([value, records]) => ({ value, records: records.length }));
					const sorted = (values: readonly { value: string }[]) =>
						values.toSorted((a, b) => (a.value < b.value ? -1 : 1));
					assert.deepEqual(sorted(top.values), sorted(expected), `seed ${seed}, column ${column}`);
					assert.equal(top.records, selected.length);
					assert.equal(top.empty, counts.get('')?.length ?? 0);
					assert.equal(top.distinct, [...counts.keys()].filter((value) => value !== '').length);
				}
			}
		});

		it('returns the most frequent values of a column if there are more values than the limit', async () => {
			for (const store of ['dictionary', 'raw'] as const) {
				const ask = asking(textTable(store, [['a'], ['c'], ['c'], ['b'], ['c'], ['b'], ['']]));
				const top = await ask.topValues({ view: wholeFile, column: 0, limit: 2 });
				assert.deepEqual(top, {
					values: [
						{ value: 'c', records: 3 },
						{ value: 'b', records: 2 },
					],
					distinct: 3,
					records: 7,
					empty: 1,
				});
			}
		});
	});
}
