import assert from 'node:assert/strict';
import { trendShapes } from '../../../../../src/webview/comparison/detail/trendShapes';
import { elapsedAt } from '../../../../../src/webview/comparison/detail/trends';

const day = 86_400;

describe('overlaid trends of both sides of a comparison', () => {
	it('starts both trends at the same point, and uses the same scales for time and record rate', () => {
		// Both sides have the same number of records per day, over four and two days.
		const shapes = trendShapes({ counts: [20, 20], seconds: 4 * day }, { counts: [10, 20], seconds: 2 * day });
		assert.ok(shapes);
		assert.deepEqual([shapes.unit, shapes.peak, shapes.seconds], ['day', 20, 4 * day]);
		assert.deepEqual(shapes.before?.steps, [
			{ from: 0, to: 0.5, height: 0.5 },
			{ from: 0.5, to: 1, height: 0.5 },
		]);
		assert.deepEqual(shapes.after?.steps, [
			{ from: 0, to: 0.25, height: 0.5 },
			{ from: 0.25, to: 0.5, height: 1 },
		]);
	});

	it('shows the record count, not the rate, of the interval with the highest rate', () => {
		// The highest rate is in the shorter interval, which has fewer records.
		const shapes = trendShapes({ counts: [30, 1], seconds: 8 * day }, { counts: [9, 1], seconds: 2 * day });
		assert.equal(shapes?.peak, 9);
	});

	it('uses hours as the unit of the chart if both sides of the comparison are short', () => {
		const shapes = trendShapes(undefined, { counts: [6, 12], seconds: 12 * 3_600 });
		assert.deepEqual([shapes?.unit, shapes?.peak, shapes?.before], ['hour', 12, undefined]);
	});

	it('draws a flat trend if there are no records, and no trend if there is no time range', () => {
		assert.deepEqual(trendShapes({ counts: [0], seconds: day }, undefined)?.before?.steps, [
			{ from: 0, to: 1, height: 0 },
		]);
		assert.equal(trendShapes(undefined, undefined), undefined);
	});

	it('counts only the time that a side of the comparison covers', () => {
		const spans = [
			{ since: 0, until: 99 },
			{ since: 1_000, until: 1_099 },
		];
		assert.deepEqual(
			[-5, 49, 99, 500, 1_049, 5_000].map((instant) => elapsedAt(spans, instant)),
			[0, 50, 100, 100, 150, 200],
		);
	});
});
