import * as assert from 'node:assert/strict';
import { isQuiet, moveDay, stripCells } from '../../../../../src/webview/results/days/stripCells';
import { keptDays } from '../../../../support/webview/keptDays';

describe('the strip of days', () => {
	const daysOf = (letters: string) => keptDays(letters).days;

	it('has a cell for each day where so many fit', () => {
		assert.deepEqual(
			stripCells(daysOf('sm'), 100).map(({ first, last, state }) => [first, last, state]),
			[
				[0, 0, 'settled'],
				[1, 1, 'missing'],
			],
		);
	});

	it('joins days where more than fit, and shows the worst of each', () => {
		const cells = stripCells(daysOf('ssosdsgsmrs'), 4);
		assert.deepEqual(
			cells.map(({ first, last, state }) => [first, last, state]),
			[
				[0, 2, 'open'],
				[3, 5, 'inDoubt'],
				[6, 8, 'missing'],
				[9, 10, 'refused'],
			],
		);
		assert.equal(stripCells(daysOf('s'.repeat(4000)), 100).length, 100);
		assert.deepEqual(stripCells([], 100), []);
	});

	it('is quiet where all is settled or will be by itself', () => {
		assert.ok(isQuiet(daysOf('sssoo')));
		for (const letter of 'mrdg') {
			assert.equal(isQuiet(daysOf(`ss${letter}o`)), false, letter);
		}
	});

	it('is walked by days and weeks, and not beyond its ends', () => {
		const keys = ['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End'];
		assert.deepEqual(
			keys.map((key) => moveDay(8, key, 12)),
			[9, 7, 11, 1, 0, 11],
		);
		assert.equal(moveDay(0, 'ArrowLeft', 12), 0);
		assert.equal(moveDay(0, 'a', 12), undefined);
		assert.equal(moveDay(0, 'End', 0), undefined);
	});
});
