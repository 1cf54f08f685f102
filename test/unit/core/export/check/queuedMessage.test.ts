import * as assert from 'node:assert/strict';
import { parseQueueSentence } from '../../../../../src/core/export/check/bodyCheck';

describe('parseQueueSentence()', () => {
	for (const [text, percent] of [
		['Your query is added to the queue.', undefined],
		['your query is ADDED to the queue', undefined],
		['Wait for result', undefined],
		['Wait for result. Progress is 42%', 42],
		['Wait for the result. Progress is 99.5 %\n', 99.5],
		['Progress is 0%', 0],
		['Your query is moved to the end of the queue due to provided Cache-Control restriction.', undefined],
	] as const) {
		it(`recognizes a queue message: ${text.trim()}`, () => {
			assert.deepEqual(parseQueueSentence(text), { percent });
		});
	}

	for (const text of ['', 'error,os_name', 'The queue is full', '42%', 'Progress: 10%', 'Await for results']) {
		it(`does not mistake other text for a queue message: ${text || 'nothing'}`, () => {
			assert.equal(parseQueueSentence(text), undefined);
		});
	}

	it('does not recognize long text as a queue message', () => {
		assert.equal(parseQueueSentence(`Wait for result. ${'x'.repeat(1000)}`), undefined);
	});
});
