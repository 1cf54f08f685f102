import assert from 'node:assert/strict';
import { utc } from '../../../../src/core/plan/range';
import type { DescribedDay } from '../../../../src/core/sync/model/describedDays';
import { getRecentDays } from '../../../../src/core/sync/model/recentDays';

describe('records of the most recent days of a synced set', () => {
	const first = Date.UTC(2026, 9, 1);
	const dayText = (index: number) => new Date(first + index * 86_400_000).toISOString().slice(0, 10);
	const daysWith = (counts: readonly (number | 'missing')[], time = '12:00'): DescribedDay[] =>
		counts.map((rows, index) =>
			rows === 'missing'
				? { day: dayText(index), state: 'missing', rows: 0 }
				: {
						day: dayText(index),
						state: 'final',
						rows,
						asked: { at: `${dayText(index)}T${time}:00.000Z`, proof: 'unproven', doubts: [], notGivenAgain: 0 },
					},
		);
	const spikeOf = (...of: Parameters<typeof daysWith>) => getRecentDays(daysWith(...of), utc)?.spike;
	const usual = [100, 96, 104, 99, 101, 70, 72];
	const month = [...usual, ...usual, ...usual, ...usual];

	it('counts the records of today and the previous seven days, and returns daily counts for four weeks', () => {
		const recent = getRecentDays(daysWith([9_999, ...month, 50]), utc);
		assert.deepEqual(recent, {
			records: usual.reduce((sum, count) => sum + count, 50),
			span: { first: dayText(22), last: dayText(29) },
			counts: [...month, 50],
		});
	});

	it('counts the records of a synced set that covers less than seven days', () => {
		assert.deepEqual(getRecentDays(daysWith([3, 'missing', 4]), utc), {
			records: 7,
			span: { first: dayText(0), last: dayText(2) },
			counts: [3, 0, 4],
		});
		assert.equal(getRecentDays([], utc), undefined);
	});

	it('reports a spike if today has twice as many records as usual at the same time of day', () => {
		assert.equal(spikeOf([...month, 150], '12:00'), 3);
		assert.equal(spikeOf([...month, 300], '18:00'), 4);
		assert.equal(spikeOf([...month, 99], '12:00'), undefined);
	});

	it('compares the record count of the first hours of today with a quarter of a typical daily count', () => {
		assert.equal(spikeOf([...month, 40], '01:00'), undefined);
		assert.equal(spikeOf([...month, 100], '01:00'), 4);
	});

	it('reports no spike on a weekday that usually has many records', () => {
		const mondays = [400, 100, 100, 100, 100, 100, 100];
		assert.equal(spikeOf([...mondays, ...mondays, ...mondays, ...mondays, 400], '23:59'), undefined);
		assert.ok((spikeOf([...mondays, ...mondays, ...mondays, ...mondays, 1_700], '23:59') ?? 0) > 4);
	});

	it('reports a spike even if one of the preceding days had a spike too', () => {
		const earlier = month.with(10, 400);
		assert.equal(spikeOf([...earlier, 150], '12:00'), 3);
	});

	it('reports no spike if the daily counts vary strongly', () => {
		const varying = month.map((_, index) => (index % 3 === 0 ? 900 : 20));
		assert.equal(spikeOf([...varying, 500], '23:59'), undefined);
	});

	it('reports no spike if today has few records or if less than a week of data is available', () => {
		assert.equal(spikeOf([0, 0, 1, 0, 0, 0, 1, 0, 9]), undefined);
		assert.equal(spikeOf([0, 0, 1, 0, 0, 0, 1, 0, 12]), 24);
		assert.equal(spikeOf([100, 100, 100, 100, 100, 100, 900]), undefined);
		assert.equal(spikeOf([...month.map(() => 'missing' as const), 900]), undefined);
	});

	it("reports no spike if today's records have not been requested", () => {
		assert.equal(spikeOf([...month, 'missing']), undefined);
	});
});
