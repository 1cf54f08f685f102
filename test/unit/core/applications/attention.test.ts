import assert from 'node:assert/strict';
import { type AttentionFacts, compareAttention } from '../../../../src/core/applications/attention';

describe('order of applications by urgency', () => {
	const facts = (name: string, change: Partial<AttentionFacts> = {}): AttentionFacts => ({
		name,
		spike: undefined,
		appeared: 0,
		increased: 0,
		isProblem: false,
		records: 100,
		...change,
	});
	const sorted = (...all: readonly AttentionFacts[]) => all.toSorted(compareAttention).map(({ name }) => name);

	it('sorts spikes before new errors, new before increased errors, and both before failed syncs', () => {
		assert.deepEqual(
			sorted(
				facts('quiet'),
				facts('failed', { isProblem: true }),
				facts('increased', { increased: 9 }),
				facts('new', { appeared: 1 }),
				facts('spike', { spike: 2.1 }),
				facts('largest spike', { spike: 5 }),
			),
			['largest spike', 'spike', 'new', 'increased', 'failed', 'quiet'],
		);
	});

	it('sorts other applications by their records, and those without synced records last', () => {
		assert.deepEqual(
			sorted(
				facts('not synced', { records: undefined }),
				facts('b', { records: 0 }),
				facts('a', { records: 0 }),
				facts('many', { records: 900 }),
			),
			['many', 'a', 'b', 'not synced'],
		);
	});
});
