import assert from 'node:assert/strict';
import { recentPeriod, recentPeriods } from '../../../../src/services/comparisons/recentPeriods';
import type { RecordsFacts } from '../../../../src/shared/comparison';
import { tableInfo } from '../../webview/results/support/tableInfo';

const day = 86_400;

const factsOf = (days: number, dimension: RecordsFacts['dimension'] = 'default'): RecordsFacts => ({
	application: 'Shop',
	filters: [],
	dimension,
	timeZone: 'UTC',
	covers: [{ since: 0, until: days * day - 1 }],
	askedAt: days * day,
	proof: 'proven',
});

describe('recent periods that can be compared', () => {
	it('returns only periods for which the preceding period is also covered', () => {
		assert.deepEqual(recentPeriods(factsOf(7)), []);
		assert.deepEqual(recentPeriods(factsOf(14)), [{ days: 7, until: 14 * day - 1 }]);
		assert.deepEqual(
			recentPeriods(factsOf(60)).map(({ days }) => days),
			[7, 30],
		);
		assert.deepEqual(recentPeriods({ ...factsOf(14), covers: [] }), []);
	});

	it('filters by the time column that matches the time basis of the records', () => {
		const info = tableInfo(['error_timestamp', 'error_receive_timestamp'], { timeColumn: 0 });
		assert.equal(recentPeriod(factsOf(14), info)?.column, 'error_timestamp');
		assert.equal(recentPeriod(factsOf(14, 'receive'), info)?.column, 'error_receive_timestamp');
		assert.equal(recentPeriod(factsOf(14, 'receive'), tableInfo(['error_timestamp'], { timeColumn: 0 })), undefined);
		assert.equal(recentPeriod(undefined, info), undefined);
	});
});
