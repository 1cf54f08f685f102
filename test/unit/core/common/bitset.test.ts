import * as assert from 'node:assert/strict';
import { Bitset } from '../../../../src/core/common/bitset';
import { Random } from '../../../support/random';

describe('Bitset', () => {
	it('bitset contains the same numbers as a Set after random numbers and ranges are added', () => {
		const random = new Random(32);
		for (let round = 0; round < 200; round++) {
			const bits = new Bitset(random.below(100));
			const set = new Set<number>();
			for (let step = 0; step < 20; step++) {
				const start = random.below(300);
				const end = random.chance(0.5) ? start + 1 : start + random.below(200);
				if (end === start + 1) {
					bits.add(start);
				} else {
					bits.addRange(start, end);
				}
				for (let index = start; index < end; index++) {
					set.add(index);
				}
			}
			for (let index = 0; index < 600; index++) {
				assert.equal(bits.has(index), set.has(index), `${index} in round ${round}`);
			}
			const length = random.below(600);
			assert.equal(bits.count(length), [...set].filter((index) => index < length).length);
		}
	});
});
