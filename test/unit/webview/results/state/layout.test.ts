import assert from 'node:assert/strict';
import type { ViewLayout } from '../../../../../src/shared/resultsProtocol';
import { initialState } from '../../../../../src/webview/results/state/initial';
import { layoutOf, stateOf } from '../../../../../src/webview/results/state/layout';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import type { Action, State } from '../../../../../src/webview/results/state/viewState';
import { keptDays } from '../../../../support/webview/keptDays';
import { tableInfo } from '../support/tableInfo';

const names = ['error', 'error_name', 'city', 'error_datetime', 'os_name'];
const info = tableInfo(names, { timeColumn: 3 });

describe('The layout of an application', () => {
	const reached = (state: State, ...actions: readonly Action[]) => actions.reduce(reduce, state);
	/** The state that an export of other columns begins with. */
	const next = (state: State, columns: readonly string[]) => {
		const layout = layoutOf(state);
		assert(layout);
		return initialState(tableInfo(columns), stateOf(JSON.parse(JSON.stringify(layout)) as ViewLayout), 10);
	};
	const shown = ({ columns, info: { columns: known } }: State) => columns.map(({ column }) => known[column]?.name);
	const start = initialState(info, undefined, 10);
	/** Columns in an order of somebody's own, one of them wider and one hidden. */
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

	it('is none while nobody has chosen any, whatever widths the records gave', () => {
		const fitted = start.columns.map((column) => ({ ...column, width: 99, widthFrom: 'content' as const }));
		assert.equal(layoutOf(start), undefined);
		assert.equal(layoutOf(reached(start, { kind: 'columnsLaidOut', columns: fitted })), undefined);
	});

	it('carries columns, order, widths, panes, grouping and sort over, by their names', () => {
		const laidOut = reached(
			start,
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

	it('carries neither filters, days, what is looked for nor the record over', () => {
		const narrowed = reached(
			initialState(info, undefined, 10, keptDays('sss', { choice: { kind: 'last', days: 7 } })),
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
		assert.ok(!/secret|last/.test(JSON.stringify(layoutOf(narrowed))));
	});

	it('keeps columns that an export does not have for the one after it', () => {
		const without = next(reached(start, moved), ['error_datetime', 'os_name', 'error']);
		assert.deepEqual(shown(without), ['os_name', 'error_datetime', 'error']);
		const again = next(reached(without, { kind: 'densityChosen', density: 'tall' }), names);
		assert.deepEqual(shown(again), ['os_name', 'error_datetime', 'error', 'city', 'error_name']);
	});

	it('gives new columns their usual place among the others', () => {
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

	it('is forgotten with a reset, which leaves filters and the record', () => {
		const laidOut = reached(
			next(reached(start, moved), names),
			{ kind: 'filtersSet', filters: [{ kind: 'broken' }] },
			{ kind: 'selected', selection: { number: 7, position: 7 } },
			{ kind: 'sorted', sort: [{ column: 1, descending: true }] },
		);
		const reset = reduce(laidOut, { kind: 'layoutReset' });
		assert.equal(layoutOf(reset), undefined);
		assert.deepEqual([reset.columns, reset.panes, reset.view.sort], [start.columns, start.panes, []]);
		assert.deepEqual([reset.view.filters, reset.selection?.number], [[{ kind: 'broken' }], 7]);
	});
});

describe('Columns that nobody has laid out', () => {
	const shown = (columns: readonly string[]) =>
		initialState(tableInfo(columns), undefined, 1).columns.map(({ column }) => columns[column]);

	it('have the error among the first of an export', () => {
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

	it('have what tells the error third at most in files of others', () => {
		assert.deepEqual(shown(['time', 'level', 'host', 'app', 'Message']), ['time', 'level', 'Message', 'host', 'app']);
		assert.deepEqual(shown(['message', 'time', 'host', 'stack']), ['message', 'time', 'host', 'stack']);
		assert.deepEqual(shown(['a', 'b', 'c', 'd']), ['a', 'b', 'c', 'd']);
	});
});
