import * as assert from 'node:assert/strict';
import { mappingLines } from '../../../src/core/lines/lineMap';
import { lineHandlers } from '../../../src/engine/lineHandlers';
import { Random } from '../../support/random';

const context = { signal: new AbortController().signal, report: () => undefined };

describe('line mapping requests to the engine', () => {
	it('compares two texts only once for all requests about their lines', async () => {
		let comparisons = 0;
		const { mapLines } = lineHandlers((before, after) => {
			comparisons++;
			return mappingLines(before, after);
		});
		for (const after of ['new\none\ntwo', 'one']) {
			await mapLines({ before: 'one\ntwo', after, lines: [1] }, context);
		}
		assert.deepEqual(await mapLines({ before: 'one\ntwo', after: 'new\none\ntwo', lines: [2, 1, 2] }, context), [
			{ kind: 'shifted', line1: 3 },
			{ kind: 'shifted', line1: 2 },
			{ kind: 'shifted', line1: 3 },
		]);
		assert.equal(comparisons, 2);
	});

	it('returns no line mapping for text that would take too long to compare', async () => {
		const random = new Random(5);
		const ofTwo = () => random.times(30_000, () => random.pick(['}', '{'])).join('\n');
		assert.equal(await lineHandlers().mapLines({ before: ofTwo(), after: ofTwo(), lines: [1] }, context), undefined);
	});
});
