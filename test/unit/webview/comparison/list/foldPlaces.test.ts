import assert from 'node:assert/strict';
import { FoldPlaces } from '../../../../../src/webview/comparison/list/foldPlaces';

const rowHeight = 44;
const headHeight = 28;

describe('positions of sections and groups in the comparison list', () => {
	const places = new FoldPlaces([
		{ fold: 'new', count: 2, unfolded: true },
		{ fold: 'increased', count: 0, unfolded: true },
		{ fold: 'unchanged', count: 300_000, unfolded: false },
		{ fold: 'gone', count: 300_000, unfolded: true },
	]);

	it('lists section headers and the groups of expanded sections', () => {
		assert.equal(places.length, 4 + 2 + 300_000);
		assert.deepEqual(places.at(0), { kind: 'fold', fold: 'new' });
		assert.deepEqual(places.at(2), { kind: 'group', fold: 'new', index: 1 });
		assert.deepEqual(places.at(3), { kind: 'fold', fold: 'increased' });
		assert.deepEqual(places.at(6), { kind: 'group', fold: 'gone', index: 0 });
		assert.equal(places.at(places.length), undefined);
		assert.equal(places.at(-1), undefined);
	});

	it('finds the position of a section or a listed group', () => {
		assert.equal(places.itemOf('gone'), 5);
		assert.equal(places.itemOf('gone', 299_999), places.length - 1);
		assert.equal(places.itemOf('unchanged', 0), undefined);
		assert.equal(places.itemOf('decreased'), undefined);
		for (const item of [0, 1, 2, 3, 4, 5, 6, 200_000, places.length - 1]) {
			const at = places.at(item);
			assert.ok(at);
			assert.equal(places.itemOf(at.fold, at.kind === 'group' ? at.index : undefined), item);
		}
	});

	it('stacks section headers and group rows without gaps', () => {
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

	it('returns no positions if there are no sections', () => {
		const none = new FoldPlaces([]);
		assert.deepEqual([none.length, none.offset(0, rowHeight), none.at(0)], [0, 0, undefined]);
	});
});
