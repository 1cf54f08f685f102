import assert from 'node:assert/strict';
import { FoldPlaces } from '../../../../../src/webview/comparison/list/foldPlaces';

const rowHeight = 44;
const headHeight = 28;

describe('The places of folds and their groups', () => {
	const places = new FoldPlaces([
		{ fold: 'new', count: 2, unfolded: true },
		{ fold: 'grown', count: 0, unfolded: true },
		{ fold: 'unchanged', count: 300_000, unfolded: false },
		{ fold: 'gone', count: 300_000, unfolded: true },
	]);

	it('are those of folds and of the groups that are listed', () => {
		assert.equal(places.length, 4 + 2 + 300_000);
		assert.deepEqual(places.at(0), { kind: 'fold', fold: 'new' });
		assert.deepEqual(places.at(2), { kind: 'group', fold: 'new', index: 1 });
		assert.deepEqual(places.at(3), { kind: 'fold', fold: 'grown' });
		assert.deepEqual(places.at(6), { kind: 'group', fold: 'gone', index: 0 });
		assert.equal(places.at(places.length), undefined);
		assert.equal(places.at(-1), undefined);
	});

	it('are found by fold and group, where it is listed', () => {
		assert.equal(places.itemOf('gone'), 5);
		assert.equal(places.itemOf('gone', 299_999), places.length - 1);
		assert.equal(places.itemOf('unchanged', 0), undefined);
		assert.equal(places.itemOf('shrunk'), undefined);
		for (const item of [0, 1, 2, 3, 4, 5, 6, 200_000, places.length - 1]) {
			const at = places.at(item);
			assert.ok(at);
			assert.equal(places.itemOf(at.fold, at.kind === 'group' ? at.index : undefined), item);
		}
	});

	it('are where what is above them ends', () => {
		let offset = 0;
		for (let item = 0; item < 400; item++) {
			assert.equal(places.offset(item, rowHeight), offset);
			assert.equal(places.itemAt(offset, rowHeight), item);
			const height = places.at(item)?.kind === 'fold' ? headHeight : rowHeight;
			assert.equal(places.itemAt(offset + height - 1, rowHeight), item);
			offset += height;
		}
		assert.equal(places.offset(places.length, rowHeight), 4 * headHeight + 300_002 * rowHeight);
	});

	it('are none without folds', () => {
		const none = new FoldPlaces([]);
		assert.deepEqual([none.length, none.offset(0, rowHeight), none.at(0)], [0, 0, undefined]);
	});
});
