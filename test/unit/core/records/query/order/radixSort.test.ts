import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { radixSort } from '../../../../../../src/core/records/query/order/radixSort';
import { Random } from '../../../../../support/random';

const scheduler = new Scheduler(new AbortController().signal);

const shapes: Readonly<Record<string, (random: Random, record: number, records: number) => number>> = {
	'times of records that are nearly in order': (random, record) => 1_700_000_000 + (record >> 3) + random.below(3000),
	'numbers of all sizes': (random) => random.below(2 ** 32),
	'few numbers, far apart': (random) => [0, 1, 0xffff_ffff][random.below(3)] ?? 0,
	'mostly one number': (random) => (random.below(50) === 0 ? random.below(2 ** 31) : 77),
	'numbers in order': (_, record) => record,
	'numbers in the opposite order': (_, record, records) => records - record,
};

describe('sorting records by number', () => {
	for (const [shape, make] of Object.entries(shapes)) {
		it(`sorts records stably by number: ${shape}`, async () => {
			const random = new Random(shape.length);
			for (const records of [0, 1, 2, 20, 700, 40_000, 300_000]) {
				const keys = Uint32Array.from({ length: records }, (_, record) => make(random, record, records));
				const chosen = Uint32Array.from(keys.keys()).filter((record) => record % 7 !== 3);
				chosen.subarray(0, chosen.length >> 1).reverse();
				for (const descending of [false, true]) {
					const order = chosen.slice();
					await radixSort(order, keys, scheduler, descending);
					const getKey = (record: number) => keys[record] ?? 0;
					const expected = Array.from(chosen).sort((a, b) =>
						descending ? getKey(b) - getKey(a) : getKey(a) - getKey(b),
					);
					assert.deepEqual(order, Uint32Array.from(expected), `${records} records, descending: ${descending}`);
				}
			}
		});
	}
});
