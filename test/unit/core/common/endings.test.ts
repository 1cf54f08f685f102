import assert from 'node:assert/strict';
import { endingsStart, withoutTrailing } from '../../../../src/core/common/endings';
import { Random } from '../../../support/random';

describe('Endings of a text', () => {
	it('are taken off as often as they are there', () => {
		assert.equal(withoutTrailing('/a//b///', '/'), '/a//b');
		assert.equal(withoutTrailing('-a.-.', '-.'), '-a');
		assert.equal(withoutTrailing('///', '/'), '');
		assert.equal(withoutTrailing('', '/'), '');
	});

	it('begin where a pattern of any number of them would match', () => {
		const random = new Random(1);
		const pieces = ['.a', '.b', '.1', '.12', 'a', '.', '1'] as const;
		const [one, any] = [/\.(?:a|b)(?:\.\d{1,2})?$/, /(?:\.(?:a|b)(?:\.\d{1,2})?)+$/];
		for (let round = 0; round < 5_000; round++) {
			const text = random.times(random.below(10), () => random.pick(pieces)).join('');
			const expected = text.length - (any.exec(text)?.[0].length ?? 0);
			assert.equal(endingsStart(text, text.length, one, '.a.12'.length), expected, text);
		}
	});
});
