import assert from 'node:assert/strict';
import { elapsedAt } from '../../../../../src/webview/comparison/detail/elapsed';
import { trendShapes } from '../../../../../src/webview/comparison/detail/trendShapes';

const day = 86_400;

describe('Trends of both sides over each other', () => {
	it('begin together, at one scale of time and of records in a time', () => {
		// As many a day on both sides: of four days, and of two.
		const shapes = trendShapes({ counts: [20, 20], seconds: 4 * day }, { counts: [10, 20], seconds: 2 * day });
		assert.ok(shapes);
		assert.deepEqual([shapes.unit, shapes.highest, shapes.seconds], ['day', 20, 4 * day]);
		assert.deepEqual(shapes.before?.steps, [
			{ from: 0, to: 0.5, height: 0.5 },
			{ from: 0.5, to: 1, height: 0.5 },
		]);
		assert.deepEqual(shapes.after?.steps, [
			{ from: 0, to: 0.25, height: 0.5 },
			{ from: 0.25, to: 0.5, height: 1 },
		]);
	});

	it('are told by the hour where both are short', () => {
		const shapes = trendShapes(undefined, { counts: [6, 12], seconds: 12 * 3_600 });
		assert.deepEqual([shapes?.unit, shapes?.highest, shapes?.before], ['hour', 2, undefined]);
	});

	it('are flat where there is no record, and none where there is no time', () => {
		assert.deepEqual(trendShapes({ counts: [0], seconds: day }, undefined)?.before?.steps, [
			{ from: 0, to: 1, height: 0 },
		]);
		assert.equal(trendShapes(undefined, undefined), undefined);
	});

	it('count only time that a side covers', () => {
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
