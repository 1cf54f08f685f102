import assert from 'node:assert/strict';
import { asking, randomCases, textTable, wholeFile } from './support/querying';

export function totalsSuite(): void {
	describe('column totals', () => {
		const totals = (values: readonly string[], positions = [{ from: 0, to: values.length }]) =>
			asking(
				textTable(
					'raw',
					values.map((value) => [value]),
				),
			).totals({ view: wholeFile, positions, column: 0 });

		it('sums integers of any length exactly in column totals', async () => {
			assert.deepEqual(await totals(['9007199254740993', '9007199254740993', '-1', '']), {
				records: 4,
				filled: 3,
				numbers: 3,
				sum: '18014398509481985',
			});
			assert.equal((await totals(['0.1', '0.2', '3'])).sum, '3.3');
			assert.equal((await totals(['1.50', '-1.5'])).sum, '0');
			assert.equal((await totals(['-0.25', '0.2'])).sum, '-0.05');
			assert.equal((await totals(Array(3_000).fill('99999999999999'))).sum, '299999999999997000');
		});

		it('counts values that are not numbers separately and excludes them from the column sum', async () => {
			assert.deepEqual(await totals(['a', '', '1e5', '12', '0x1', '1'.repeat(60)]), {
				records: 6,
				filled: 5,
				numbers: 1,
				sum: '12',
			});
			assert.equal((await totals(['a'])).sum, undefined);
		});

		it('sums the values at selected positions of a view for each kind of column storage', async () => {
			for (const { seed, data, ask, oracle, random } of randomCases(30)) {
				const column = random.below(data.columns.length);
				const sort = random.chance(0.5) ? [] : [{ column: random.below(8), descending: random.chance(0.5) }];
				const order = oracle.order([], sort);
				const from = random.below(order.length + 1);
				const positions = [{ from, to: from + random.below(order.length + 2) }];
				const values = order.slice(from, positions[0]?.to).map((record) => oracle.value(record, column));
				const whole = values.filter((value) => /^\s*[+-]?\d{1,38}\s*$/.test(value) && value.length <= 40);
				const answer = await ask.totals({ view: { filters: [], sort }, positions, column });
				const what = `seed ${seed}, column ${column}`;
				assert.equal(answer.records, values.length, what);
				assert.equal(answer.filled, values.filter((value) => value !== '').length, what);
				if (answer.numbers === whole.length && whole.length > 0) {
					assert.equal(answer.sum, String(whole.reduce((sum, value) => sum + BigInt(value.trim()), 0n)), what);
				}
			}
		});
	});
}
