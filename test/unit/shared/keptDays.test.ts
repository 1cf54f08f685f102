import * as assert from 'node:assert/strict';
import { countStates, type DaysChoice, isDayIn, isWorthAsking, spanOf } from '../../../src/shared/keptDays';

describe('days of kept records', () => {
	const spanAt = (today: string, choice: DaysChoice) => spanOf(choice, today);

	it('that were last are the present one and so many before, as in exports', () => {
		assert.deepEqual(spanAt('2026-03-03', { kind: 'last', days: 7 }), { first: '2026-02-24', last: '2026-03-03' });
		assert.deepEqual(spanAt('2027-01-05', { kind: 'last', days: 30 }), { first: '2026-12-06', last: '2027-01-05' });
	});

	it('of a month are all that it has, however long it is', () => {
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

	it('from one to another have both', () => {
		const span = spanAt('2026-11-23', { kind: 'between', first: '2026-11-03', last: '2026-11-09' });
		const days = ['2026-11-02', '2026-11-03', '2026-11-09', '2026-11-10'];
		assert.deepEqual(
			days.map((day) => isDayIn(day, span)),
			[false, true, true, false],
		);
		assert.equal(spanAt('2026-11-23', { kind: 'all' }), undefined);
		assert.ok(days.every((day) => isDayIn(day, undefined)));
	});

	it('are counted by state, and those are worth asking about that may have more', () => {
		const states = ['missing', 'open', 'open', 'inDoubt', 'refused', 'gone', 'settled'] as const;
		assert.deepEqual(countStates(states.map((state) => ({ state }))), {
			missing: 1,
			refused: 1,
			open: 2,
			settled: 1,
			inDoubt: 1,
			gone: 1,
		});
		assert.deepEqual(states.filter(isWorthAsking), ['missing', 'open', 'open', 'inDoubt', 'refused']);
	});
});
