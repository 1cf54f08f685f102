import assert from 'node:assert/strict';
import type { RecordFilter } from '../../../../../src/shared/results';
import { filterBoxes, typedFilter } from '../../../../../src/webview/results/records/filterRow';
import { initialState } from '../../../../../src/webview/results/state/initial';
import { reduce } from '../../../../../src/webview/results/state/reduce';
import type { State } from '../../../../../src/webview/results/state/viewState';
import { tableInfo } from '../support/tableInfo';

const empty = initialState(tableInfo(['a', 'b']), undefined, 10);
const having = (...filters: RecordFilter[]): State => reduce(empty, { kind: 'filtersSet', filters });
const filtersOf = (typing: ReturnType<typeof typedFilter>) =>
	typing.kind === 'filters' ? typing.filters : typing.fault;

describe('filter row of the grid', () => {
	const group: RecordFilter = { kind: 'group', key: { kind: 'name' }, values: ['x'] };

	const boxes = (...filters: RecordFilter[]) => [
		...filterBoxes(having(...filters), 'UTC', (some) => some.map(({ kind }) => kind).join(' · ')),
	];

	it('shows editable text for filters that can be typed, and a description of other filters', () => {
		const list: RecordFilter = { kind: 'oneOf', column: 1, values: ['p', 'q'] };
		assert.deepEqual(boxes({ kind: 'contains', column: 0, text: 'x' }, list), [
			[0, { text: 'x', typed: true }],
			[1, { text: 'oneOf', typed: false }],
		]);
		assert.deepEqual(boxes(list, group, { kind: 'contains', column: 1, text: 'x' }), [
			[1, { text: 'oneOf · contains', typed: false }],
		]);
	});

	it('replaces only the filter shown in the filter input', () => {
		const other: RecordFilter = { kind: 'oneOf', column: 1, values: ['p', 'q'] };
		const state = having(group, other, { kind: 'contains', column: 0, text: 'old' });
		assert.deepEqual(filtersOf(typedFilter(state, { kind: 'typed', column: 0, text: 'new' }, 'UTC')), [
			group,
			other,
			{ kind: 'contains', column: 0, text: 'new' },
		]);
		assert.deepEqual(filtersOf(typedFilter(state, { kind: 'typed', column: 0, text: '' }, 'UTC')), [group, other]);
	});

	it('replaces the typed filter text with the chosen suggestion', () => {
		const state = having({ kind: 'contains', column: 0, text: 'Red' });
		assert.deepEqual(filtersOf(typedFilter(state, { kind: 'value', column: 0, value: 'Redmi' }, 'UTC')), [
			{ kind: 'oneOf', column: 0, values: ['Redmi'] },
		]);
	});

	it('keeps the current filters if the typed filter text is invalid', () => {
		assert.equal(filtersOf(typedFilter(having(group), { kind: 'typed', column: 0, text: '/(/' }, 'UTC')), 'expression');
	});

	it('clears column filters but not group filters', () => {
		const state = having(group, { kind: 'empty', column: 1 });
		assert.deepEqual(filtersOf(typedFilter(state, { kind: 'cleared' }, 'UTC')), [group]);
	});
});
