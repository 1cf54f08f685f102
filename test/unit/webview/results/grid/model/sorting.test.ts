import assert from 'node:assert/strict';
import { nextSort, sortBy, withoutSort } from '../../../../../../src/webview/results/grid/model/sorting';
import type { GridSort } from '../../../../../../src/webview/results/grid/model/types';

describe('column sorting', () => {
	const up = (column: number): GridSort => ({ column, descending: false });
	const down = (column: number): GridSort => ({ column, descending: true });

	it('cycles the sort order of a single column through ascending, descending and unsorted', () => {
		assert.deepEqual(nextSort([], 1, false), [up(1)]);
		assert.deepEqual(nextSort([up(1)], 1, false), [down(1)]);
		assert.deepEqual(nextSort([down(1)], 1, false), []);
		assert.deepEqual(nextSort([up(1), up(2)], 3, false), [up(3)]);
	});

	it("changes the order of one of several sort columns without changing the column's rank", () => {
		assert.deepEqual(nextSort([up(1)], 2, true), [up(1), up(2)]);
		assert.deepEqual(nextSort([up(1), up(2)], 1, true), [down(1), up(2)]);
		assert.deepEqual(nextSort([down(1), up(2)], 1, true), [up(2)]);
	});

	it('sets a given sort order for a column', () => {
		assert.deepEqual(sortBy([up(1), up(2)], 2, true, true), [up(1), down(2)]);
		assert.deepEqual(sortBy([up(1), up(2)], 2, true, false), [down(2)]);
		assert.deepEqual(withoutSort([up(1), up(2)], 1), [up(2)]);
	});
});
