import assert from 'node:assert/strict';
import type { RecordFilter } from '../../../../../src/shared/results';
import { initialState } from '../../../../../src/webview/results/state/initial';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import type { State } from '../../../../../src/webview/results/state/viewState';
import { tableInfo } from '../support/tableInfo';

const start = initialState(tableInfo(['a', 'b']), undefined, 10);
const has = (text: string, column = 0): RecordFilter => ({ kind: 'contains', column, text });
const set = (state: State, ...filters: RecordFilter[]) => reduce(state, { kind: 'filtersSet', filters });
const undo = (state: State) => reduce(state, { kind: 'filtersUndone' });
const redo = (state: State) => reduce(state, { kind: 'filtersRedone' });
const empty: RecordFilter = { kind: 'empty', column: 1 };

describe('filter history', () => {
	it('undoes and redoes filter changes', () => {
		const both = set(set(start, has('x')), has('x'), empty);
		const one = undo(both);
		assert.deepEqual(one.view.filters, [has('x')]);
		assert.equal(one.count, undefined, 'it is counted anew');
		assert.deepEqual(undo(one).view.filters, []);
		assert.deepEqual(redo(redo(undo(one))).view.filters, [has('x'), empty]);
	});

	it('stops undo at the oldest filters and redo at the newest filters', () => {
		assert.equal(undo(start), start);
		const one = set(start, empty);
		assert.equal(redo(one), one);
	});

	it('discards undone changes when new filters are set', () => {
		const other = set(undo(set(start, has('x'))), empty);
		assert.equal(redo(other), other);
		assert.deepEqual(undo(other).view.filters, []);
	});

	it('treats uninterrupted typing as one filter change', () => {
		const typed = set(set(set(set(start, empty), empty, has('c')), empty, has('ca')), empty, has('cart'));
		assert.deepEqual(undo(typed).view.filters, [empty]);
		const other = set(typed, empty, has('cart'), has('x', 1));
		assert.deepEqual(undo(other).view.filters, [empty, has('cart')]);
		assert.deepEqual(undo(set(typed, empty, has('search'))).view.filters, [empty, has('cart')]);
	});

	it('adds no history entry if the filters stay identical, and keeps the sort order', () => {
		const one = set(start, has('x'));
		const sorted = reduce(one, { kind: 'sorted', sort: [{ column: 1, descending: true }] });
		const again = undo(set(sorted, has('x')));
		assert.deepEqual(again.view, { filters: [], sort: [{ column: 1, descending: true }] });
	});

	it('limits the length of the filter history', () => {
		let state = start;
		for (let step = 0; step < 500; step++) {
			state = set(state, { kind: 'oneOf', column: 0, values: [String(step)] });
		}
		assert.ok(state.history.past.length <= 100);
	});
});
