import assert from 'node:assert/strict';
import { ColumnLayout } from '../../../../../../src/webview/results/grid/model/columnLayout';

const columnsOf = (widths: readonly number[], pinned: number) =>
	widths.map((width, id) => ({
		id,
		width,
		pinned: id < pinned,
		hidden: false,
		title: `c${id}`,
		description: '',
		filterHint: '',
		align: 'start' as const,
	}));

describe('column layout', () => {
	const thirty = Array.from({ length: 30 }, () => 100);

	it('renders frozen columns, visible columns plus a margin, and the active column', () => {
		const layout = new ColumnLayout(columnsOf(thirty, 1), 50, 600);
		const ids = (left: number, active: number) => layout.within(left, active).map(({ id }) => id);
		assert.deepEqual(ids(0, -1), [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
		assert.deepEqual(ids(1000, 2), [-1, 0, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
		assert.deepEqual(ids(1e6, 29), [-1, 0, 29]);
	});

	it('freezes only as many columns as leave enough space for the other columns', () => {
		assert.equal(new ColumnLayout(columnsOf(thirty, 3), 50, 1000).frozen, 4);
		assert.equal(new ColumnLayout(columnsOf(thirty, 3), 50, 500).frozen, 3);
		assert.equal(new ColumnLayout(columnsOf(thirty, 3), 50, 200).frozen, 1);
		assert.equal(new ColumnLayout(columnsOf(thirty, 30), 50, 10_000).frozen, 31);
	});

	it('adds the remaining width to the last column', () => {
		assert.deepEqual(new ColumnLayout(columnsOf([100, 200, 300], 1), 50, 1000).widths, [50, 100, 200, 650]);
		assert.deepEqual(new ColumnLayout(columnsOf([100, 200, 300], 1), 50, 500).widths, [50, 100, 200, 300]);
		assert.deepEqual(new ColumnLayout([], 50, 500).widths, [50]);
	});

	it('scrolls no further than necessary to reveal a column', () => {
		const layout = new ColumnLayout(columnsOf(thirty, 1), 50, 600);
		assert.equal(layout.reveal(1, 700), 700, 'a frozen one is in view');
		assert.equal(layout.reveal(3, 0), 0);
		assert.equal(layout.reveal(10, 0), 1050 - 600);
		assert.equal(layout.reveal(3, 900), 250 - 150);
		const wide = new ColumnLayout(columnsOf([100, 2000, 100], 1), 50, 600);
		assert.equal(wide.reveal(2, 0), 0, 'one that is wider than the grid shows its start');
	});

	it('finds the gap between columns at a drop position', () => {
		const layout = new ColumnLayout(columnsOf(thirty, 1), 50, 600);
		assert.equal(layout.dropIndex(10, 0), 0);
		assert.equal(layout.dropIndex(90, 500), 0, 'frozen columns stay where they are');
		assert.equal(layout.dropIndex(190, 0), 1);
		assert.equal(layout.dropIndex(210, 0), 2);
		assert.equal(layout.dropIndex(190, 500), 6);
		assert.equal(layout.dropIndex(1e6, 0), 30);
		assert.equal(layout.dropMarker(6, 500), 150);
		assert.equal(layout.dropMarker(8, 500), 350);
	});
});
