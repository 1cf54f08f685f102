import assert from 'node:assert/strict';
import { RowSelection } from '../../../../../../src/webview/results/grid/model/rowSelection';

describe('row selection', () => {
	const written = ({ ranges }: RowSelection) => ranges.map(({ from, to }) => `${from}-${to}`).join(' ');

	it('merges adjacent selected ranges, and splits a range when one of its rows is deselected', () => {
		const selection = new RowSelection();
		for (const position of [5, 3, 4, 9]) {
			selection.toggle(position);
		}
		assert.equal(written(selection), '3-6 9-10');
		selection.toggle(4);
		assert.equal(written(selection), '3-4 5-6 9-10');
		assert.equal(selection.size, 3);
		assert.deepEqual(
			[3, 4, 5, 6].map((position) => selection.has(position)),
			[true, false, true, false],
		);
	});

	it('extends the row selection from its anchor and can shrink the selection again', () => {
		const selection = new RowSelection();
		selection.extend(10, 14);
		assert.equal(written(selection), '10-15');
		selection.extend(14, 8);
		assert.equal(written(selection), '8-11');
	});

	it('keeps toggled rows when the selection is extended, and starts a new selection when the active row moves', () => {
		const selection = new RowSelection();
		selection.toggle(2);
		selection.toggle(20);
		selection.extend(20, 22);
		assert.equal(written(selection), '2-3 20-23');
		selection.endExtension();
		selection.extend(30, 31);
		assert.equal(written(selection), '30-32');
	});

	it('selects only a range of columns if the selection is extended from a cell', () => {
		const selection = new RowSelection();
		selection.extend(3, 4, { from: 7, to: 8 });
		selection.extend(4, 5, { from: 8, to: 2 });
		assert.deepEqual([written(selection), selection.columns], ['3-6', { from: 7, to: 2 }]);
		selection.extend(5, 6);
		assert.deepEqual([written(selection), selection.columns], ['3-7', undefined]);
		selection.toggle(9);
		selection.extend(9, 10, { from: 1, to: 2 });
		assert.deepEqual([written(selection), selection.columns], ['3-7 9-11', undefined], 'beside whole rows');
	});

	it('stores a selection of all but one of a million rows as two ranges', () => {
		const selection = new RowSelection();
		selection.selectAll(1_000_000);
		assert.equal(selection.size, 1_000_000);
		selection.toggle(500);
		assert.equal(written(selection), '0-500 501-1000000');
	});

	it('ends the selection at the last row of the grid', () => {
		const selection = new RowSelection();
		selection.set([
			{ from: 90, to: 120 },
			{ from: 5, to: 7 },
			{ from: 200, to: 300 },
		]);
		selection.limitTo(100);
		assert.equal(written(selection), '5-7 90-100');
		selection.clear();
		assert.equal(selection.size, 0);
	});
});
