import * as assert from 'node:assert/strict';
import { countStates, type DaysChoice, getSpan, isDayIn, isWorthAsking } from '../../../src/shared/syncedDays';

describe('days of synced records', () => {
	const spanAt = (today: string, choice: DaysChoice) => getSpan(choice, today);

	it('resolves the last N days to the preceding N days and today', () => {
		assert.deepEqual(spanAt('2026-03-03', { kind: 'last', days: 7 }), { first: '2026-02-24', last: '2026-03-03' });
		assert.deepEqual(spanAt('2027-01-05', { kind: 'last', days: 30 }), { first: '2026-12-06', last: '2027-01-05' });
	});

	it('resolves a month to all of its days', () => {
		assert.deepEqual(spanAt('2028-02-29', { kind: 'month', which: 'this' }), {
			first: '2028-02-01',
			last: '2028-02-29',
		});
		assert.deepEqual(spanAt('2026-03-31', { kind: 'month', which: 'previous' }), {
			first: '2026-02-01',
			last: '2026-02-28',
		});
		assert.deepEqual(spanAt('2026-01-01', { kind: 'month', which: 'previous' }), {
			first: '2025-12-01',
			last: '2025-12-31',
		});
	});

	it('includes the first and last day in a range of days', () => {
		const span = spanAt('2026-11-23', { kind: 'between', first: '2026-11-03', last: '2026-11-09' });
		const days = ['2026-11-02', '2026-11-03', '2026-11-09', '2026-11-10'];
		assert.deepEqual(
			days.map((day) => isDayIn(day, span)),
			[false, true, true, false],
		);
		assert.equal(spanAt('2026-11-23', { kind: 'all' }), undefined);
		assert.ok(days.every((day) => isDayIn(day, undefined)));
	});

	it('counts days by state, and selects the days that may still receive records', () => {
		const states = ['missing', 'provisional', 'provisional', 'inDoubt', 'refused', 'gone', 'final'] as const;
		assert.deepEqual(countStates(states.map((state) => ({ state }))), {
			missing: 1,
			refused: 1,
			provisional: 2,
			final: 1,
			inDoubt: 1,
			gone: 1,
		});
		assert.deepEqual(states.filter(isWorthAsking), ['missing', 'provisional', 'provisional', 'inDoubt', 'refused']);
	});
});
