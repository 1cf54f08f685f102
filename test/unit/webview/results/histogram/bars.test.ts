import assert from 'node:assert/strict';
import { barSeconds, brushed, moveBrush, toBars } from '../../../../../src/webview/results/histogram/bars';

const bars = toBars({
	start: 1000,
	step: 60,
	series: [
		{ value: 'a', other: false, counts: [1, 0, 4] },
		{ value: '', other: true, counts: [2, 0, 1] },
	],
	without: 0,
});

describe('timeline bars', () => {
	it('adds up the series in each bar and finds the highest bar', () => {
		assert.deepEqual([bars.totals, bars.peak, bars.records, bars.count], [[3, 0, 5], 2, 8, 3]);
	});

	it('covers the whole time range with bars, without gaps', () => {
		assert.deepEqual(barSeconds(bars, 0, 0), { from: 1000, to: 1059 });
		assert.deepEqual(barSeconds(bars, 1, 2), { from: 1060, to: 1179 });
	});

	it('moves and extends the selection of bars with keys, but only within the time range', () => {
		const first = moveBrush(undefined, 'ArrowRight', false, 3);
		assert.deepEqual(first, { anchor: 0, head: 0 });
		const wide = moveBrush(moveBrush(first, 'ArrowRight', true, 3), 'ArrowRight', true, 3);
		assert.deepEqual(wide && brushed(wide), { first: 0, last: 2 });
		assert.deepEqual(moveBrush(wide, 'ArrowRight', true, 3), wide);
		assert.deepEqual(moveBrush(wide, 'ArrowLeft', false, 3), { anchor: 1, head: 1 });
		assert.equal(moveBrush(wide, 'a', false, 3), undefined);
		assert.equal(moveBrush(undefined, 'End', false, 0), undefined);
	});
});
