import assert from 'node:assert/strict';
import type { ViewState } from '../../../../../src/shared/protocols/resultsProtocol';
import { isOfFormerGroup } from '../../../../../src/webview/common/state/viewFilters';
import { initialState, restoreState } from '../../../../../src/webview/results/state/initial';
import { layOutColumns } from '../../../../../src/webview/results/state/layOutColumns';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import type { State } from '../../../../../src/webview/results/state/viewState';
import { measured } from '../../../../support/measured';
import { processorTime } from '../../../../support/processorTime';
import { groupKeyOfText } from '../../../core/stack/support/groupKeyOfText';
import { tableInfo } from '../support/tableInfo';

const names = ['error', 'error_name', 'city', 'error_datetime'];
const info = tableInfo(names, { timeColumn: 3 });

describe('initial view state', () => {
	it('shows the most informative columns first and pins the first column', () => {
		const { columns } = initialState(info, undefined, 10);
		assert.deepEqual(
			columns.map(({ column }) => names[column]),
			['error_datetime', 'error_name', 'error', 'city'],
		);
		assert.deepEqual(
			columns.map(({ pinned }) => pinned),
			[true, false, false, false],
		);
	});

	measured('shows the first 200 of thousands of columns, or only the columns that the user has chosen', () => {
		const wide = tableInfo(Array.from({ length: 16_000 }, (_, column) => `c${column}`));
		const shown = (layout: readonly { readonly column: number; readonly hidden: boolean }[]) =>
			layout.filter(({ hidden }) => !hidden).map(({ column }) => column);
		const first = initialState(wide, undefined, 10);
		assert.deepEqual(
			shown(first.columns),
			Array.from({ length: 200 }, (_, column) => column),
		);
		const chosen = first.columns.map((column) => ({ ...column, hidden: column.column !== 12_345 }));
		const started = processorTime();
		assert.deepEqual(shown(initialState(wide, restoreState({ ...first, columns: chosen }), 10).columns), [12_345]);
		assert.ok(processorTime() - started < 2000, 'in time that grows with the columns only');
	});

	it('shows the error column among the first columns, even if there are thousands of columns', () => {
		const many = Array.from({ length: 16_000 }, (_, column) => `c${column}`);
		const wide = tableInfo([...many, 'error_json', 'error', 'error_name']);
		const shown = initialState(wide, undefined, 10).columns.filter(({ hidden }) => !hidden);
		assert.equal(shown.length, 200);
		assert.deepEqual(
			shown.slice(0, 4).map(({ column }) => wide.columns[column]?.name),
			['error_name', 'error', 'error_json', 'c0'],
		);
	});

	it('restores a saved view state from its serialized form', () => {
		let state = initialState(info, undefined, 10);
		state = reduce(state, { kind: 'filtersSet', filters: [{ kind: 'contains', column: 2, text: 'x' }] });
		state = reduce(state, { kind: 'sorted', sort: [{ column: 1, descending: true }] });
		state = reduce(state, { kind: 'groupKeyChosen', key: { kind: 'column', column: 2 } });
		state = reduce(state, { kind: 'stackedBy', column: 2 });
		state = reduce(state, { kind: 'paneToggled', pane: 'groups' });
		state = reduce(state, { kind: 'panesLaidOut', panes: { recordPlace: 'beside' } });
		state = reduce(state, { kind: 'selected', selection: { number: 7, position: 2 } });
		state = reduce(state, { kind: 'scrolled', top: 5, left: 40 });
		state = reduce(state, { kind: 'recordScrolled', top: 90 });
		state = reduce(state, { kind: 'focused', focus: { pane: 'record', line: 3 } });
		const saved = JSON.parse(JSON.stringify(restoreState(state))) as ViewState;
		assert.deepEqual(restoreState(initialState(info, saved, 10)), restoreState(state));
	});

	it('drops saved state that no longer matches the file', () => {
		const state = reduce(initialState(info, undefined, 10), {
			kind: 'filtersSet',
			filters: [
				{ kind: 'empty', column: 3 },
				{ kind: 'anywhere', text: 'x' },
			],
		});
		const smaller = { ...info, columns: info.columns.slice(0, 2), timeColumn: undefined };
		const restored = initialState(smaller, { ...restoreState(state), groupKey: { kind: 'column', column: 3 } }, 10);
		assert.deepEqual(restored.view.filters, [{ kind: 'anywhere', text: 'x' }]);
		assert.deepEqual(restored.groupKey, { kind: 'frames' });
		assert.deepEqual(restored.columns.map(({ column }) => column).sort(), [0, 1]);
	});

	it('assigns saved state to columns by name if their positions have changed', () => {
		let state = initialState(info, undefined, 10);
		state = reduce(state, {
			kind: 'filtersSet',
			filters: [
				{ kind: 'contains', column: 2, text: 'x' },
				{ kind: 'empty', column: 1 },
				{ kind: 'group', key: { kind: 'column', column: 3 }, values: ['y'] },
			],
		});
		state = reduce(state, {
			kind: 'sorted',
			sort: [
				{ column: 1, descending: true },
				{ column: 3, descending: false },
			],
		});
		state = reduce(state, { kind: 'groupKeyChosen', key: { kind: 'column', column: 2 } });
		const saved = JSON.parse(JSON.stringify(restoreState(state))) as ViewState;
		const other = initialState(tableInfo(['city', 'error', 'new', 'error_datetime']), saved, 10);
		assert.deepEqual(other.view, {
			filters: [
				{ kind: 'contains', column: 0, text: 'x' },
				{ kind: 'group', key: { kind: 'column', column: 3 }, values: ['y'] },
			],
			sort: [{ column: 3, descending: false }],
		});
		assert.deepEqual(other.groupKey, { kind: 'column', column: 0 });
	});

	it('removes saved group filters by stack frames if an older version of the extension saved them', () => {
		const key = { kind: 'frames' } as const;
		const { key: _, ...value } = groupKeyOfText('lost 3');
		const current = { kind: 'group', key, values: [value] } as const;
		const without = { kind: 'group', key, values: [''] } as const;
		const former = [
			{ kind: 'group', key, values: ['lost <n>\n\n3\nmessage\nunknown\n'] },
			{ kind: 'group', key, values: [{ ...value, version: value.version - 1 }] },
			{ kind: 'group', key: { kind: 'topFrame' }, values: ['at com.acme.Cart.sum(Cart.kt:17)'] },
		] as const;
		const state = reduce(initialState(info, undefined, 10), {
			kind: 'filtersSet',
			filters: [current, ...former, without],
		});
		const saved = JSON.parse(JSON.stringify(restoreState(state))) as ViewState;
		assert.deepEqual(initialState(info, saved, 10).view.filters, [current, without]);
		assert.deepEqual(saved.view.filters.filter(isOfFormerGroup), former);
	});

	it('restores a group filter saved by an older version that allowed only one group', () => {
		const now = { kind: 'group', key: { kind: 'name' }, values: ['A'] } as const;
		const state = reduce(initialState(info, undefined, 10), { kind: 'filtersSet', filters: [now] });
		const { values, ...before } = now;
		const saved = { ...restoreState(state), view: { sort: [], filters: [{ ...before, value: 'A' }] } };
		assert.deepEqual(initialState(info, saved as unknown as ViewState, 10).view.filters, [now]);
	});

	it('groups by stack frames if the file has stack traces, and otherwise by name', () => {
		const named = { ...info, columns: info.columns.slice(1) };
		assert.deepEqual(initialState(info, undefined, 10).groupKey, { kind: 'frames' });
		assert.deepEqual(initialState(named, undefined, 10).groupKey, { kind: 'name' });
		const saved = restoreState(initialState(info, undefined, 10));
		assert.deepEqual(initialState(named, saved, 10).groupKey, { kind: 'name' });
		const { groupKey: _, ...never } = saved;
		assert.deepEqual(initialState(info, { ...never, groupKey: undefined }, 10).groupKey, { kind: 'frames' });
	});

	it("keeps the user's group key even if no other options are saved", () => {
		for (const groupKey of [{ kind: 'name' }, { kind: 'message' }, { kind: 'topFrame' }] as const) {
			const saved = { ...restoreState(initialState(info, undefined, 10)), groupKey };
			assert.deepEqual(initialState(info, JSON.parse(JSON.stringify(saved)), 10).groupKey, groupKey);
		}
	});

	it('restores a state saved by an older version that had no panes', () => {
		const { panes: _, ...older } = restoreState(initialState(info, undefined, 10));
		assert.equal(initialState(info, older, 10).panes.recordPlace, 'below');
	});

	it('assigns saved state separately to two columns with the same name', () => {
		const column = info.columns[0];
		assert.ok(column);
		const saved = { name: 'error', width: 50, hidden: false, pinned: false };
		assert.deepEqual(
			layOutColumns([column, column], [saved, saved, saved]).map((layout) => layout.column),
			[0, 1],
		);
	});
});

describe('columns found while the file is being read', () => {
	const reading = { kind: 'reading', bytes: 1, totalBytes: 2 } as const;
	const few = tableInfo(['error_name', 'city']);
	const more = tableInfo(['error_name', 'city', 'error', 'zip', 'error_datetime']);
	const shownNames = ({ columns, info: { columns: known } }: State) => columns.map(({ column }) => known[column]?.name);

	it("adds new columns after the existing ones without changing the user's layout", () => {
		let state = initialState(few, undefined, 10);
		const chosen = [
			{ column: 1, width: 77, hidden: false, pinned: true },
			{ column: 0, width: 88, hidden: true, pinned: false },
		];
		state = reduce(state, { kind: 'columnsLaidOut', columns: chosen });
		state = reduce(state, { kind: 'progress', info: more, reading, records: 20 });
		assert.deepEqual(shownNames(state), ['city', 'error_name', 'error_datetime', 'error', 'zip']);
		assert.deepEqual(state.columns.slice(0, 2), chosen);
		assert.deepEqual(
			state.columns.slice(2).map(({ hidden, pinned }) => [hidden, pinned]),
			[
				[false, false],
				[false, false],
				[false, false],
			],
		);
		assert.equal(reduce(state, { kind: 'progress', info: more, reading, records: 30 }).columns, state.columns);
	});

	it('restores new columns to their saved positions', () => {
		const before = reduce(initialState(more, undefined, 10), {
			kind: 'columnsLaidOut',
			columns: [3, 1, 4, 0, 2].map((column) => ({ column, width: 60 + column, hidden: column === 4, pinned: false })),
		});
		const saved = restoreState(before);
		let state = initialState(few, saved, 10);
		assert.deepEqual(shownNames(state), ['city', 'error_name']);
		assert.deepEqual(restoreState(state).columns, saved.columns, 'also when nobody waits for them');
		state = reduce(state, { kind: 'progress', info: more, reading, records: 20 });
		assert.deepEqual(state.columns, before.columns);
		const ended = { kind: 'progress', info: few, reading: { kind: 'done' }, records: 20 } as const;
		assert.deepEqual(
			restoreState(reduce(initialState(few, saved, 10), ended)).columns,
			saved.columns,
			'nor at the end',
		);
	});

	it('hides new columns beyond the first 200, except the most informative columns', () => {
		const many = Array.from({ length: 250 }, (_, column) => `c${column}`);
		const state = reduce(initialState(tableInfo(many), undefined, 10), {
			kind: 'progress',
			info: tableInfo([...many, 'zip', 'error']),
			reading,
			records: 20,
		});
		assert.deepEqual(
			state.columns.slice(250).map(({ column, hidden }) => [column, hidden]),
			[
				[251, false],
				[250, true],
			],
		);
	});
});

describe('view state of the results view', () => {
	const start = initialState(info, undefined, 10);

	describe('view state of a dataset', () => {
		const dataset = (recentSince: number) => tableInfo(names, { timeColumn: 3, recentSince });
		const since = (from: number) => ({ kind: 'range', column: 3, from: String(from) });

		it('shows the most recent days of a dataset and moves a saved range of recent days forward', () => {
			const first = initialState(dataset(1000), undefined, 10);
			assert.deepEqual([first.view.filters, first.count], [[since(1000)], undefined]);
			const broken = { kind: 'broken' } as const;
			const left = reduce(first, { kind: 'filtersSet', filters: [...first.view.filters, broken] });
			assert.deepEqual(initialState(dataset(5000), restoreState(left), 10).view.filters, [broken, since(5000)]);
		});

		it('restores a different time filter that the user has set for a dataset', () => {
			const first = initialState(dataset(1000), undefined, 10);
			for (const filters of [[], [{ kind: 'range', column: 3, from: '1000', to: '2000' }]] as const) {
				const left = restoreState(reduce(first, { kind: 'filtersSet', filters }));
				assert.deepEqual(initialState(dataset(5000), left, 10).view.filters, filters);
			}
		});
	});

	it('groups by name or another column while it is unknown which column has stack traces', () => {
		const others = (columns: readonly string[], versionColumn?: number) =>
			tableInfo(columns, { valueGroups: true, versionColumn });
		const named = others(['at', 'error', 'error_name']);
		assert.deepEqual(initialState(named, undefined, 10).groupKey, { kind: 'name' });
		const left = restoreState(reduce(start, { kind: 'groupKeyChosen', key: { kind: 'frames' } }));
		assert.deepEqual(initialState(named, left, 10).groupKey, { kind: 'name' });
		assert.deepEqual(initialState(others(['at', 'error', 'v'], 2), left, 10).groupKey, { kind: 'column', column: 2 });
		assert.deepEqual(initialState(others(['at', 'error']), undefined, 10).groupKey, { kind: 'column', column: 0 });
	});

	it('resets counts and positions when filters change, but keeps the open record', () => {
		const selected = reduce(start, { kind: 'selected', selection: { number: 4, position: 4 } });
		const filtered = reduce(selected, { kind: 'filtersSet', filters: [{ kind: 'broken' }] });
		assert.equal(filtered.count, undefined);
		assert.deepEqual(filtered.selection, { number: 4, position: undefined });
	});

	it('keeps the record count when only the sort order changes', () => {
		assert.equal(reduce(start, { kind: 'sorted', sort: [{ column: 1, descending: false }] }).count, 10);
	});

	it('ignores a record count that belongs to another view state', () => {
		const filtered = reduce(start, { kind: 'filtersSet', filters: [{ kind: 'broken' }] });
		assert.equal(reduce(filtered, { kind: 'counted', view: start.view, count: 99 }), filtered);
		assert.equal(reduce(filtered, { kind: 'counted', view: filtered.view, count: 3 }).count, 3);
	});

	it('uses the number of loaded records as the count if no filter is set', () => {
		const reading = { kind: 'reading', bytes: 5, totalBytes: 10 } as const;
		const progress = { kind: 'progress', info, reading, records: 6 } as const;
		assert.equal(reduce(start, progress).count, 6);
		const filtered = reduce(start, { kind: 'filtersSet', filters: [{ kind: 'broken' }] });
		assert.equal(reduce(filtered, progress).count, undefined);
	});

	it('returns the same state object if nothing changes', () => {
		assert.equal(reduce(start, { kind: 'filtersSet', filters: start.view.filters }), start);
		assert.equal(reduce(start, { kind: 'scrolled', top: 0, left: 0 }), start);
	});
});
