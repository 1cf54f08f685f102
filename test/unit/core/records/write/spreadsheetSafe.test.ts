import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { spreadsheetSafe } from '../../../../../src/core/records/write/recordFormats';
import { Random } from '../../../../support/random';

/** Shortest regular expression for the positions at which a formula may start within a text. */
const within = /(?=[=+\-@＝＋－＠])(?<=[\t\n\r;]["\s]*)/g;

const characters = ['=', '-', '＠', ';', '\t', '\n', ' ', '"', 'a', '\u00a0'] as const;

const safe = (text: string) => runSynchronously(spreadsheetSafe(text));

describe('escaping of spreadsheet formulas', () => {
	it('inserts an apostrophe before a formula character at the start of a cell', () => {
		assert.equal(safe('=1'), "'=1");
		assert.equal(safe('a;=1\n "+2" a = b'), `a;'=1\n "'+2" a = b`);
	});

	it('escapes formulas in random text at the same positions as a reference regular expression', () => {
		const random = new Random(20_261_122);
		for (let round = 0; round < 20_000; round++) {
			const text = `a${random.times(random.below(12), () => random.pick(characters)).join('')}`;
			assert.equal(safe(text), text.replace(within, "'"), JSON.stringify(text));
		}
	});
});
