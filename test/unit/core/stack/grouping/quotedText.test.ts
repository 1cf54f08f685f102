import assert from 'node:assert/strict';
import { replaceQuoted } from '../../../../../src/core/stack/grouping/normaliseMessage';
import { Random } from '../../../../support/random';

/** Shortest regular expression for quoted text, which needs quadratic time for many unclosed quotes. */
const quoted = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])|(?<![\p{L}\d])‘[^’]*’/gu;

const characters = ['"', '“', '”', '«', '»', '`', "'", "'", '‘', '’', 'a', '1', ' ', '.', 'é', '𝔘', '😀'] as const;

describe('quoted text in messages', () => {
	it('replaces quoted text and its quotation marks but preserves apostrophes in words', () => {
		assert.equal(replaceQuoted(`can't open 'a b' in "c" of “d” (isn't 'e')`, '_'), `can't open _ in _ of _ (isn't _)`);
	});

	it('finds quoted text at the same positions as a reference regular expression', () => {
		const random = new Random(20_261_122);
		for (let round = 0; round < 20_000; round++) {
			const text = random.times(random.below(14), () => random.pick(characters)).join('');
			assert.equal(replaceQuoted(text, '_'), text.replace(quoted, '_'), JSON.stringify(text));
		}
	});
});
