import assert from 'node:assert/strict';
import { SeriesColours } from '../../../../../src/webview/results/histogram/seriesColours';

describe('series colors', () => {
	it('assigns series colors in order, and each value keeps its color when the values change', () => {
		const colours = new SeriesColours(5);
		assert.deepEqual(colours.of(['2.3', '2.4', '2.10']), [0, 1, 2]);
		assert.deepEqual(colours.of(['2.4', '2.10']), [1, 2]);
		assert.deepEqual(colours.of(['2.2', '2.4', '2.10']), [3, 1, 2]);
		assert.deepEqual(colours.of(['2.2', '2.3', '2.4', '2.10']), [3, 0, 1, 2]);
	});

	it('reserves the first color for the newest version, whether or not it is shown', () => {
		const colours = new SeriesColours(4);
		assert.deepEqual(colours.of(['2.3', '2.4', '2.5'], '2.5'), [1, 2, 0]);
		assert.deepEqual(colours.of(['2.2', '2.3', '2.4'], '2.5'), [3, 1, 2]);
		assert.deepEqual(colours.of(['2.4', '2.5', '2.6'], '2.6'), [2, 1, 0]);
	});

	it('assigns a unique color to each value in a chart, regardless of previously colored values', () => {
		const colours = new SeriesColours(3);
		colours.of(['a', 'b', 'c']);
		for (const values of [
			['d', 'b', 'e'],
			['a', 'd', 'c'],
			['e', 'a', 'b'],
		]) {
			const given = colours.of(values);
			assert.equal(new Set(given).size, 3, values.join());
		}
	});
});
