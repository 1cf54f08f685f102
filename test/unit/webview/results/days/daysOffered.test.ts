import * as assert from 'node:assert/strict';
import { daysFromTyped, getRows } from '../../../../../src/webview/results/days/daysOffered';
import { fakeSyncedDays } from '../../../../support/webview/syncedDays';

describe('selection of days to open', () => {
	/** Days from October 1 to November 8 with 100 records each, except for one day. */
	const syncedDays = fakeSyncedDays(`${'s'.repeat(20)}m${'s'.repeat(18)}`);

	it('shows the number of records for each selection of days', () => {
		assert.equal(getRows({ kind: 'all' }, syncedDays), 3_800);
		assert.equal(getRows({ kind: 'last', days: 7 }, syncedDays), 800);
		assert.equal(getRows({ kind: 'month', which: 'previous' }, syncedDays), 3_000);
		assert.equal(getRows({ kind: 'between', first: '2026-10-21', last: '2026-10-22' }, syncedDays), 100);
	});

	it('accepts days entered by the user, and uses the first or last available day if an input is left empty', () => {
		const span = (from: string, to: string) => {
			const typed = daysFromTyped(from, to, syncedDays);
			return typed.kind === 'days' ? [typed.span.first, typed.span.last] : typed.fault;
		};
		assert.deepEqual(span(' 2026-10-3', '2026-10-05 '), ['2026-10-03', '2026-10-05']);
		assert.deepEqual(span('', '2026-10-05'), ['2026-10-01', '2026-10-05']);
		assert.deepEqual(span('2026-11-01', ''), ['2026-11-01', '2026-11-08']);
		assert.equal(span('2026-10-40', ''), 'format');
		assert.equal(span('yesterday', ''), 'format');
		assert.equal(span('2026-10-05', '2026-10-03'), 'order');
		assert.equal(span('2026-09-01', '2026-09-30'), 'outside');
		assert.equal(span('2026-12-01', '2026-12-02'), 'outside');
		assert.deepEqual(span('2026-09-01', '2026-10-02'), ['2026-09-01', '2026-10-02']);
	});
});
