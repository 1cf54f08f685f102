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

	it('sorts applications with spikes first, followed by new errors, increased errors and failed syncs', () => {
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

	it('sorts applications without urgent changes by record count, with unsynced applications last', () => {
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
