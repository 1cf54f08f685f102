import assert from 'node:assert/strict';
import type { RecordFilter } from '../../../../../src/shared/results';
import { initialState } from '../../../../../src/webview/results/state/initial';
import { getLayout } from '../../../../../src/webview/results/state/layout';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import { isPaneShown, isTriage, showsAllGroups, tabOf } from '../../../../../src/webview/results/state/triage';
import type { Action, State } from '../../../../../src/webview/results/state/viewState';
import { tableInfo } from '../support/tableInfo';

const info = tableInfo(['error', 'error_datetime', 'os_name'], { timeColumn: 1, total: 10 });
const answered: Action = { kind: 'groupsAnswered' };
const newestFirst = [{ column: 1, descending: true }];

describe('state of the triage layout', () => {
	const reached = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
	const triage: Action = { kind: 'layoutChosen', layout: 'triage' };
	const start = reached(initialState(info, undefined, 10), triage);

	it('sorts records from newest to oldest when groups are shown, unless the user has chosen an order', () => {
		assert.deepEqual(start.view.sort, []);
		assert.deepEqual(reached(start, answered).view.sort, newestFirst);
		const sort = [{ column: 2, descending: false }];
		assert.deepEqual(reached(start, { kind: 'sorted', sort }, answered).view.sort, sort);
		const dataset = { ...start, info: { ...info, naturalOrder: 'newestFirst' as const } };
		assert.deepEqual(reached(dataset, answered).view.sort, []);
	});

	it('keeps a record that the user selected when groups appear, but not the record selected by default', () => {
		const select = (number: number): Action => ({ kind: 'selected', selection: { number, position: number } });
		assert.equal(reached(start, select(0), answered).selection, undefined);
		assert.deepEqual(reached(start, select(4), answered).selection, { number: 4, position: undefined });
	});

	it("restores the original record order in the grid layout without saving it as the user's choice", () => {
		const done = reached(start, answered);
		assert.deepEqual(getLayout(done)?.sort ?? [], []);
		const grid = reached(done, { kind: 'layoutChosen', layout: 'grid' });
		assert.deepEqual(grid.view.sort, []);
		assert.deepEqual(reached(grid, triage).view.sort, newestFirst);
	});

	it('shows the pane of the selected tab, or the records if no records match the filters', () => {
		const tab = (state: State) => [tabOf(state), isPaneShown(state, 'record'), isPaneShown(state, 'histogram')];
		assert.deepEqual(tab(start), ['details', true, false]);
		const toggle = (pane: 'record' | 'histogram'): Action => ({ kind: 'paneToggled', pane });
		assert.deepEqual(tab(reached(start, toggle('record'))), ['records', false, false]);
		const timeline = reached(start, toggle('histogram'));
		assert.deepEqual(tab(timeline), ['timeline', false, true]);
		assert.deepEqual(tab(reached(timeline, toggle('histogram'))), ['details', true, false]);
		assert.deepEqual(tab(reached(timeline, { kind: 'counted', view: timeline.view, count: 0 })), [
			'records',
			false,
			false,
		]);
	});

	it('shows all groups until the user selects a group, a different tab or the grid layout', () => {
		const group: RecordFilter = { kind: 'group', key: start.groupKey, values: ['a'] };
		const filter = (not: boolean): Action => ({ kind: 'filtersSet', filters: [not ? { ...group, not } : group] });
		assert.equal(showsAllGroups(start), true);
		assert.equal(showsAllGroups(reached(start, filter(true))), true);
		assert.equal(showsAllGroups(reached(start, filter(false))), false);
		assert.equal(showsAllGroups(reached(start, { kind: 'tabChosen', tab: 'records' })), false);
		assert.equal(showsAllGroups(reached(start, { kind: 'layoutChosen', layout: 'grid' })), false);
	});

	it('uses the triage layout by default if there are stack traces and error groups', () => {
		const isDefault = (columns: readonly string[], more = {}) =>
			isTriage(initialState(tableInfo(columns, { total: 10, ...more }), undefined, 10));
		assert.equal(isDefault(['error']), true);
		assert.equal(isDefault(['error_json']), true);
		assert.equal(isDefault(['error_name', 'os_name']), false);
		assert.equal(isDefault(['error'], { valueGroups: true }), false);
		assert.equal(isDefault([]), false);
	});

	it('shows the grid layout for a file without records', () => {
		const empty = tableInfo([], { total: 0 });
		assert.equal(
			isTriage(reached(start, { kind: 'progress', info: empty, reading: { kind: 'done' }, records: 0 })),
			false,
		);
	});
});
