import * as assert from 'node:assert/strict';
import { isQuiet, moveDay, stripCells } from '../../../../../src/webview/results/days/stripCells';
import { fakeSyncedDays } from '../../../../support/webview/syncedDays';

describe('day strip of synced records', () => {
	const getDays = (letters: string) => fakeSyncedDays(letters).days;

	it('shows one cell per day if all days fit in the day strip', () => {
		assert.deepEqual(
			stripCells(getDays('sm'), 100).map(({ first, last, state }) => [first, last, state]),
			[
				[0, 0, 'final'],
				[1, 1, 'missing'],
			],
		);
	});

	it('combines several days into one cell in a narrow day strip, and shows the worst state of the days', () => {
		const cells = stripCells(getDays('ssosdsgsmrs'), 4);
		assert.deepEqual(
			cells.map(({ first, last, state }) => [first, last, state]),
			[
				[0, 2, 'provisional'],
				[3, 5, 'inDoubt'],
				[6, 8, 'missing'],
				[9, 10, 'refused'],
			],
		);
		assert.equal(stripCells(getDays('s'.repeat(4000)), 100).length, 100);
		assert.deepEqual(stripCells([], 100), []);
	});

	it('highlights no day if all days are final or will be updated automatically', () => {
		assert.ok(isQuiet(getDays('sssoo')));
		for (const letter of 'mrdg') {
			assert.equal(isQuiet(getDays(`ss${letter}o`)), false, letter);
		}
	});

	it('moves by days and weeks without going beyond the ends of the day strip', () => {
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
