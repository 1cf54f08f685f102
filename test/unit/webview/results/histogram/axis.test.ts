import assert from 'node:assert/strict';
import { createFormats } from '../../../../../src/webview/common/format/formats';
import { createTranslate } from '../../../../../src/webview/common/format/translate';
import { axisLabels } from '../../../../../src/webview/results/histogram/axis';
import { toBars } from '../../../../../src/webview/results/histogram/bars';

const day = Date.UTC(2026, 10, 19) / 1000;
const hour = 3_600;
const getBars = (start: number, step: number, count: number) =>
	toBars({
		start,
		step,
		series: [{ value: '', other: false, counts: new Array<number>(count).fill(1) }],
		without: 0,
	});
const labels = (start: number, step: number, count: number, width: number, zone = 'UTC') =>
	axisLabels(getBars(start, step, count), width, createFormats('en', zone, createTranslate({}))).map(
		({ bar, words }) => `${bar} ${words}`,
	);

describe('time axis', () => {
	it('places as many time labels as fit, at round local times', () => {
		assert.deepEqual(labels(day, hour, 24, 480), ['0 Nov 19', '6 06:00', '12 12:00', '18 18:00']);
		// The data starts at 22:00, so the first whole interval is the next day.
		assert.deepEqual(labels(day - 2 * hour, hour, 24, 480), ['2 Nov 19', '8 06:00', '14 12:00', '20 18:00']);
		assert.deepEqual(labels(day, hour, 24, 480, 'Europe/Lisbon')[0], '0 Nov 19');
		assert.deepEqual(labels(day, hour, 0, 480), []);
	});

	it('labels noon and the start of each day if the axis starts at noon', () => {
		const shown = labels(day + 12 * hour, 6 * hour, 10, 600);
		assert.deepEqual(shown, ['0 Nov 19, 12:00', '2 Nov 20', '4 12:00', '6 Nov 21', '8 12:00']);
	});

	it('adds the date to an hour label if the start of its day has no label', () => {
		assert.equal(labels(day, hour, 24, 480, 'Europe/Paris')[0], '5 Nov 19, 06:00');
	});

	it('places day labels at local midnight even when clocks go forward or back', () => {
		// In Berlin, clocks are set back on 25 October 2026 and forward on 28 March 2027.
		const [autumn, spring] = [Date.UTC(2026, 9, 23, 22) / 1000, Date.UTC(2027, 2, 26, 23) / 1000];
		const places = (start: number, step: number, count: number) =>
			labels(start, step, count, 100 * count, 'Europe/Berlin');
		const hours = (bar: number, offset: number) => String(bar + offset / 24);
		assert.deepEqual(places(autumn, 24 * hour, 4), [
			'0 Oct 24',
			'1 Oct 25',
			`${hours(2, 1)} Oct 26`,
			`${hours(3, 1)} Oct 27`,
		]);
		assert.deepEqual(places(spring, 24 * hour, 3), ['0 Mar 27', '1 Mar 28', `${hours(2, -1)} Mar 29`]);
		const halves = labels(autumn, 12 * hour, 6, 600, 'Europe/Berlin').map((label) => label.replace(/^\S+ /, ''));
		assert.deepEqual(halves, ['Oct 24', '12:00', 'Oct 25', '12:00', 'Oct 26', '12:00']);
	});

	it('labels the axis with dates if each bar covers at least a day', () => {
		assert.deepEqual(labels(day, 86_400, 4, 480), ['0 Nov 19', '1 Nov 20', '2 Nov 21', '3 Nov 22']);
	});
});
