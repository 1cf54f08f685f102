import * as assert from 'node:assert/strict';
import { daysFromTyped, rowsOf } from '../../../../../src/webview/results/days/daysOffered';
import { keptDays } from '../../../../support/webview/keptDays';

describe('days that are offered', () => {
	/** From 1 October to 8 November, 100 records each but for one day. */
	const kept = keptDays(`${'s'.repeat(20)}m${'s'.repeat(18)}`);

	it('tell the records that they have', () => {
		assert.equal(rowsOf({ kind: 'all' }, kept), 3_800);
		assert.equal(rowsOf({ kind: 'last', days: 7 }, kept), 800);
		assert.equal(rowsOf({ kind: 'month', which: 'previous' }, kept), 3_000);
		assert.equal(rowsOf({ kind: 'between', first: '2026-10-21', last: '2026-10-22' }, kept), 100);
	});

	it('are typed, and an end that is left empty is that of the calendar', () => {
		const span = (from: string, to: string) => {
			const typed = daysFromTyped(from, to, kept);
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
