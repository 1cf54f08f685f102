import assert from 'node:assert/strict';
import type { ViewLayout } from '../../../../../src/shared/protocols/resultsProtocol';
import { initialState } from '../../../../../src/webview/results/state/initial';
import { getLayout, getState } from '../../../../../src/webview/results/state/layout';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import type { Action, State } from '../../../../../src/webview/results/state/viewState';
import { fakeSyncedDays } from '../../../../support/webview/syncedDays';
import { tableInfo } from '../support/tableInfo';

const names = ['error', 'error_name', 'city', 'error_datetime', 'os_name'];
const info = tableInfo(names, { timeColumn: 3 });

describe('results view layout that is saved for an application', () => {
	const reached = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
	const next = (state: State, columns: readonly string[]) => {
		const layout = getLayout(state);
		assert(layout);
		return initialState(tableInfo(columns), getState(JSON.parse(JSON.stringify(layout)) as ViewLayout), 10);
	};
	const shown = ({ columns, info: { columns: known } }: State) => columns.map(({ column }) => known[column]?.name);
	const start = initialState(info, undefined, 10);
	const moved: Action = {
		kind: 'columnsLaidOut',
		columns: [
			{ column: 4, width: 333, hidden: false, pinned: true },
			{ column: 3, width: 140, widthFrom: 'content', hidden: false, pinned: false },
			{ column: 0, width: 420, widthFrom: 'content', hidden: false, pinned: false },
			{ column: 2, width: 90, widthFrom: 'content', hidden: true, pinned: false },
			{ column: 1, width: 200, widthFrom: 'content', hidden: false, pinned: false },
		],
	};

	it('saves no layout until the user changes it, even if column widths change automatically', () => {
		const fitted = start.columns.map((column) => ({ ...column, width: 99, widthFrom: 'content' as const }));
		assert.equal(getLayout(start), undefined);
		assert.equal(getLayout(reached(start, { kind: 'columnsLaidOut', columns: fitted })), undefined);
	});

	it('applies columns, order, widths, panes, grouping and sort to another export by column name', () => {
		const laidOut = reached(
			start,
			{ kind: 'layoutChosen', layout: 'grid' },
			moved,
			{ kind: 'sorted', sort: [{ column: 1, descending: true }] },
			{ kind: 'groupKeyChosen', key: { kind: 'column', column: 4 } },
			{ kind: 'groupOrderChosen', order: 'devices' },
			{ kind: 'stackedBy', column: 4 },
			{ kind: 'panesLaidOut', panes: { recordPlace: 'beside', recordSize: 500 } },
			{ kind: 'paneToggled', pane: 'groups', shown: false },
			{ kind: 'densityChosen', density: 'tall' },
		);
		const state = next(laidOut, names.toReversed());
		assert.deepEqual(shown(state), ['os_name', 'error_datetime', 'error', 'city', 'error_name']);
		assert.deepEqual(
			state.columns.map(({ hidden }) => hidden),
			[false, false, false, true, false],
		);
		assert.deepEqual(state.columns[0], { column: 0, width: 333, hidden: false, pinned: true });
		assert.deepEqual(
			state.columns.slice(1).map(({ widthFrom }) => widthFrom),
			['default', 'default', 'default', 'default'],
			'what the records decided, these decide anew',
		);
		assert.deepEqual(state.view.sort, [{ column: 3, descending: true }]);
		assert.deepEqual(state.groupKey, { kind: 'column', column: 0 });
		assert.equal(state.stackBy, 0);
		assert.deepEqual(
			[state.groupOrder, state.groupsShown, state.density, state.panes.recordPlace, state.panes.recordSize],
			['devices', false, 'tall', 'beside', 500],
		);
	});

	it('does not apply filters, days, search text or the open record to another export', () => {
		const narrowed = reached(
			initialState(info, undefined, 10, fakeSyncedDays('sss', { choice: { kind: 'last', days: 7 } })),
			moved,
			{ kind: 'filtersSet', filters: [{ kind: 'contains', column: 2, text: 'secret of a person' }] },
			{ kind: 'selected', selection: { number: 7, position: 7 } },
			{ kind: 'scrolled', top: 5, left: 40 },
			{ kind: 'recordScrolled', top: 90 },
			{ kind: 'focused', focus: { pane: 'record', line: 3 } },
			{ kind: 'sought', text: 'secret too' },
		);
		const state = next(narrowed, names);
		assert.deepEqual([state.left, state.recordTop, state.focus], [0, 0, undefined]);
		assert.deepEqual([state.view.filters, state.selection, state.top, state.count], [[], undefined, 0, 10]);
		assert.equal(state.sought, '');
		assert.ok(!/secret|last/.test(JSON.stringify(getLayout(narrowed))));
	});

	it('remembers the layout of missing columns for later exports that contain them', () => {
		const without = next(reached(start, moved), ['error_datetime', 'os_name', 'error']);
		assert.deepEqual(shown(without), ['os_name', 'error_datetime', 'error']);
		const again = next(reached(without, { kind: 'densityChosen', density: 'tall' }), names);
		assert.deepEqual(shown(again), ['os_name', 'error_datetime', 'error', 'city', 'error_name']);
	});

	it('places new columns at their default positions among the existing columns', () => {
		const state = next(reached(start, moved), [...names, 'zip', 'app_version_name']);
		assert.deepEqual(shown(state), [
			'os_name',
			'error_datetime',
			'error',
			'app_version_name',
			'city',
			'zip',
			'error_name',
		]);
	});

	it('clears the layout on reset, but keeps filters and the open record', () => {
		const laidOut = reached(
			next(reached(start, moved), names),
			{ kind: 'filtersSet', filters: [{ kind: 'broken' }] },
			{ kind: 'selected', selection: { number: 7, position: 7 } },
			{ kind: 'sorted', sort: [{ column: 1, descending: true }] },
		);
		const reset = reduce(laidOut, { kind: 'layoutReset' });
		assert.equal(getLayout(reset), undefined);
		assert.deepEqual([reset.columns, reset.panes, reset.view.sort], [start.columns, start.panes, []]);
		assert.deepEqual([reset.view.filters, reset.selection?.number], [[{ kind: 'broken' }], 7]);
	});
});

describe('default column order', () => {
	const shown = (columns: readonly string[]) =>
		initialState(tableInfo(columns), undefined, 1).columns.map(({ column }) => columns[column]);

	it('shows the error column among the first columns of an export by default', () => {
		const service = ['error_timestamp', 'error_datetime', 'city', 'error_json', 'error', 'error_name', 'os_name'];
		assert.deepEqual(shown(service), [
			'error_datetime',
			'error_name',
			'error',
			'os_name',
			'error_timestamp',
			'city',
			'error_json',
		]);
		assert.deepEqual(shown(['city', 'error_timestamp', 'error']), ['error_timestamp', 'error', 'city']);
	});

	it('shows the column with the error description among the first three columns of a file from another source', () => {
		assert.deepEqual(shown(['time', 'level', 'host', 'app', 'Message']), ['time', 'level', 'Message', 'host', 'app']);
		assert.deepEqual(shown(['message', 'time', 'host', 'stack']), ['message', 'time', 'host', 'stack']);
		assert.deepEqual(shown(['a', 'b', 'c', 'd']), ['a', 'b', 'c', 'd']);
	});
});
