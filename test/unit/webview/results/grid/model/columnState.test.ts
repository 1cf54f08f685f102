import assert from 'node:assert/strict';
import {
	arrange,
	changeColumn,
	moveColumn,
	placeOfColumn,
} from '../../../../../../src/webview/results/grid/model/columnState';
import type { ColumnState } from '../../../../../../src/webview/results/grid/model/types';

/** Parses columns, where `0p` is pinned and `1h` is hidden. */
const columns = (text: string): readonly ColumnState[] =>
	text.split(' ').map((word) => ({
		id: Number.parseInt(word, 10),
		width: 100,
		pinned: word.includes('p'),
		hidden: word.includes('h'),
	}));
const written = (list: readonly ColumnState[]) =>
	list.map(({ id, pinned, hidden }) => `${id}${pinned ? 'p' : ''}${hidden ? 'h' : ''}`).join(' ');

describe('grid columns', () => {
	it('orders pinned columns before the other columns', () => {
		assert.equal(written(arrange(columns('0 1p 2 3p 4'))), '1p 3p 0 2 4');
	});

	it('pins a column after the other pinned columns, and moves a newly unpinned column directly after them', () => {
		assert.equal(written(changeColumn(columns('0p 1 2 3'), 2, { pinned: true })), '0p 2p 1 3');
		assert.equal(written(changeColumn(columns('0p 1p 2 3'), 0, { pinned: false })), '1p 0 2 3');
	});

	it('limits column widths to reasonable values in whole pixels', () => {
		const widthAfter = (width: number) => changeColumn(columns('0'), 0, { width })[0]?.width;
		assert.deepEqual([-5, 99.6, 1e9].map(widthAfter), [48, 100, 1600]);
	});

	/** The columns, the ID of the moved column, its target position, and the resulting columns. */
	const moves: readonly (readonly [string, number, number, string])[] = [
		['0 1 2 3', 0, 2, '1 2 0 3'],
		['0 1 2 3', 3, 0, '3 0 1 2'],
		['0 1 2 3', 1, 1, '0 1 2 3'],
		['0 1 2 3', 0, 99, '1 2 3 0'],
		['0 1 2 3', 2, -1, '2 0 1 3'],
		['0p 1 2 3', 3, 0, '0p 3 1 2'],
		['0p 1p 2 3', 0, 3, '1p 0p 2 3'],
		['0 1h 2 3', 0, 1, '1h 2 0 3'],
		['0 1h 2 3', 3, 1, '0 1h 3 2'],
		['0 1', 7, 0, '0 1'],
	];
	for (const [before, id, to, after] of moves) {
		it(`moves column ${id} to ${to}: ${before} becomes ${after}`, () => {
			assert.equal(written(moveColumn(columns(before), id, to)), after);
		});
	}

	it('returns the position of a column among the visible columns', () => {
		assert.equal(placeOfColumn(columns('0 1h 2'), 2), 1);
		assert.equal(placeOfColumn(columns('0 1h 2'), 1), -1);
	});
});
