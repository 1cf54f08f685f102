import assert from 'node:assert/strict';
import { matchingColumns, recordsWanted } from '../../../../../src/webview/results/copyOrSave/records';
import { initialState } from '../../../../../src/webview/results/state/initial';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import { tableInfo } from '../support/tableInfo';

const state = initialState(tableInfo(['a', 'b', 'c'], { format: 'json' }), undefined, 10);
const filtered = reduce(state, { kind: 'filtersSet', filters: [{ kind: 'broken' }] });

describe('records to copy or save', () => {
	it('offers all records for copying if there is no filter or selection', () => {
		assert.deepEqual(
			recordsWanted(state, []).map(({ records, count }) => [records, count]),
			[['all', 10]],
		);
	});

	it('offers selected records first for copying, then filtered records, then all records', () => {
		const wanted = recordsWanted(filtered, [
			{ from: 1, to: 3 },
			{ from: 5, to: 6 },
		]);
		assert.deepEqual(
			wanted.map(({ records, count }) => [records, count]),
			[
				['selected', 3],
				['filtered', undefined],
				['all', 10],
			],
		);
		assert.deepEqual(wanted.at(-1)?.view.filters, []);
	});

	it('copies columns in their order on screen', () => {
		const [a, b, c] = state.columns;
		assert.ok(a && b && c);
		const laidOut = reduce(state, { kind: 'columnsLaidOut', columns: [c, { ...a, hidden: true }, b] });
		assert.deepEqual(matchingColumns(laidOut, 'visible'), [2, 1]);
		assert.deepEqual(matchingColumns(laidOut, 'all'), [2, 0, 1]);
	});
});
