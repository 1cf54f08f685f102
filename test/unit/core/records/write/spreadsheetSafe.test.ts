import assert from 'node:assert/strict';
import { atOnce } from '../../../../../src/core/common/steps';
import { spreadsheetSafe } from '../../../../../src/core/records/write/spreadsheetSafe';
import { Random } from '../../../../support/random';

/** Where a formula may begin within a text, said in the shortest way. */
const within = /(?=[=+\-@＝＋－＠])(?<=[\t\n\r;]["\s]*)/g;

const characters = ['=', '-', '＠', ';', '\t', '\n', ' ', '"', 'a', '\u00a0'] as const;

const safe = (text: string) => atOnce(spreadsheetSafe(text));

describe('A text for spreadsheets', () => {
	it('has an apostrophe before each sign that begins a cell', () => {
		assert.equal(safe('=1'), "'=1");
		assert.equal(safe('a;=1\n "+2" a = b'), `a;'=1\n "'+2" a = b`);
	});

	it('has them where the pattern of it says, whatever stands before the sign', () => {
		const random = new Random(20_261_122);
		for (let round = 0; round < 20_000; round++) {
			const text = `a${random.times(random.below(12), () => random.pick(characters)).join('')}`;
			assert.equal(safe(text), text.replace(within, "'"), JSON.stringify(text));
		}
	});
});
