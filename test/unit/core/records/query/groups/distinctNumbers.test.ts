import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { countDistinctNumbers } from '../../../../../../src/core/records/query/groups/countDevices';
import { Random } from '../../../../../support/random';
import { MemoryTable } from '../support/memoryTable';

const scheduler = new Scheduler(new AbortController().signal);

describe('distinct numbers per group', () => {
	for (const [records, distinct, groups, held] of [
		[0, 1, 1, 100],
		[900, 5, 3, 100],
		[40_000, 30_000, 40, undefined],
		[40_000, 30_000, 40_000, 3000],
		[30_000, 1, 2, 1000],
	] as const) {
		it(`counts the same distinct numbers as a Set: ${distinct} of ${records} records in ${groups} groups`, async () => {
			const random = new Random(records + groups);
			const numberOf = (value: number) =>
				String(value % 2 === 0 ? (BigInt(value) << 32n) | 7n : (7n << 32n) | BigInt(value));
			const texts = random.times(records, () => (random.chance(0.05) ? '' : numberOf(random.below(distinct))));
			const columns = [{ name: 'id', kind: 'integer', store: 'integer' } as const];
			const values = new MemoryTable({ columns, rows: texts.map((text) => [text]) }).columns[0]?.values;
			assert.ok(values?.kind === 'number');
			const codes = Uint32Array.from(texts, () => random.below(groups));
			const numbers = Uint32Array.from(codes.keys()).filter((record) => record % 5 !== 2);
			const sets = Array.from({ length: groups }, () => new Set<string>());
			for (const record of numbers) {
				if (texts[record]) {
					sets[codes[record] ?? 0]?.add(texts[record]);
				}
			}
			assert.deepEqual(
				await countDistinctNumbers(numbers, { codes, size: groups }, values, scheduler, held),
				Uint32Array.from(sets, ({ size }) => size),
			);
		});
	}
});
