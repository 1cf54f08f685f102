import assert from 'node:assert/strict';
import { endingsStart, withoutTrailing } from '../../../../src/core/common/endings';
import { Random } from '../../../support/random';

describe('string suffixes', () => {
	it('removes all trailing occurrences of the given characters from a string', () => {
		assert.equal(withoutTrailing('/a//b///', '/'), '/a//b');
		assert.equal(withoutTrailing('-a.-.', '-.'), '-a');
		assert.equal(withoutTrailing('///', '/'), '');
		assert.equal(withoutTrailing('', '/'), '');
	});

	it('repeated suffix starts at the index that the equivalent regular expression finds', () => {
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
