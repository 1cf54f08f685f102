import assert from 'node:assert/strict';
import { replaceQuoted } from '../../../../../src/core/stack/grouping/quotedText';
import { Random } from '../../../../support/random';

/** What is quoted, said in the shortest way; its time is the square of a text in which many open and none closes. */
const quoted = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|(?<![\p{L}\d])'[^']*'(?![\p{L}\d])|(?<![\p{L}\d])‘[^’]*’/gu;

const characters = ['"', '“', '”', '«', '»', '`', "'", "'", '‘', '’', 'a', '1', ' ', '.', 'é', '𝔘', '😀'] as const;

describe('Quoted text', () => {
	it('is replaced with its marks, and apostrophes within words are none', () => {
		assert.equal(replaceQuoted(`can't open 'a b' in "c" of “d” (isn't 'e')`, '_'), `can't open _ in _ of _ (isn't _)`);
	});

	it('is what the pattern of it matches, whatever the marks', () => {
		const random = new Random(20_261_122);
		for (let round = 0; round < 20_000; round++) {
			const text = random.times(random.below(14), () => random.pick(characters)).join('');
			assert.equal(replaceQuoted(text, '_'), text.replace(quoted, '_'), JSON.stringify(text));
		}
	});
});
