import assert from 'node:assert/strict';
import { withoutGroup } from '../../../../../src/shared/groupFilters';
import type { RecordFilter } from '../../../../../src/shared/results';
import {
	addFilter,
	chooseGroups,
	groupChosen,
	groupsChosen,
	readsTraces,
	removeFilter,
	setRange,
	toggleGroup,
	toggleInGroups,
	toggleValue,
	valuesChosen,
	withoutValues,
} from '../../../../../src/webview/common/state/viewFilters';

const contains: RecordFilter = { kind: 'contains', column: 1, text: 'cart' };
const name = { kind: 'name' } as const;

describe('view filters', () => {
	it('adds an identical filter only once', () => {
		const one = addFilter([], contains);
		assert.deepEqual(one, [contains]);
		assert.equal(addFilter(one, { ...contains }), one);
	});

	it('detects filters that depend on how stack traces are displayed', () => {
		const columns = [{ name: 'error' }, { name: 'error_name' }];
		const filters: readonly RecordFilter[] = [
			{ kind: 'anywhere', text: 'cart' },
			{ kind: 'contains', column: 0, text: 'cart' },
			{ kind: 'matches', column: 0, pattern: 'cart' },
			{ kind: 'group', key: { kind: 'frames' }, values: ['A'] },
			contains,
			{ kind: 'oneOf', column: 0, values: ['cart'] },
			{ kind: 'group', key: name, values: ['A'] },
			{ kind: 'broken' },
		];
		assert.deepEqual(
			filters.map((filter) => readsTraces(filter, columns)),
			[true, true, true, true, false, false, false, false],
		);
	});

	it('returns the same list if the filter to remove is not in it', () => {
		const one = [contains];
		assert.equal(removeFilter(one, { kind: 'broken' }), one);
		assert.deepEqual(removeFilter(one, { ...contains }), []);
	});

	it('replaces the selected group when the user selects another group', () => {
		const first = toggleGroup([contains], name, 'A');
		const second = toggleGroup(first, name, 'B');
		assert.equal(groupChosen(second, name), 'B');
		assert.deepEqual(toggleGroup(second, name, 'B'), [contains]);
	});

	it('puts included groups into one filter and excluded groups into another filter', () => {
		const two = toggleInGroups(toggleGroup([contains], name, 'A'), name, 'B', false);
		assert.deepEqual(two, [contains, { kind: 'group', key: name, values: ['A', 'B'] }]);
		assert.equal(groupChosen(two, name), undefined, 'not one');
		const without = toggleInGroups(two, name, 'A', true);
		assert.deepEqual(groupsChosen(without, name, false), ['B'], 'none is wanted and excluded');
		assert.deepEqual(groupsChosen(without, name, true), ['A']);
		assert.deepEqual(withoutGroup(without, name), [contains], 'none hides the others');
		assert.deepEqual(toggleInGroups(toggleInGroups(without, name, 'A', true), name, 'B', false), [contains]);
		assert.deepEqual(toggleGroup(without, name, 'A'), [contains, { kind: 'group', key: name, values: ['A'] }]);
	});

	it('replaces the group filter when the user selects a range of groups', () => {
		const before = toggleInGroups(toggleInGroups([], name, 'X', false), name, 'B', true);
		assert.deepEqual(chooseGroups(before, name, ['A', 'B']), [{ kind: 'group', key: name, values: ['A', 'B'] }]);
	});

	it('keeps the group filters of different columns separate', () => {
		const both = toggleGroup(toggleGroup([], { kind: 'column', column: 1 }, 'A'), { kind: 'column', column: 2 }, 'B');
		assert.equal(both.length, 2);
		assert.equal(groupChosen(both, { kind: 'column', column: 1 }), 'A');
		assert.equal(withoutGroup(both, { kind: 'column', column: 1 }).length, 1);
	});

	it('filters by the group of records without a value', () => {
		assert.equal(groupChosen(toggleGroup([], name, ''), name), '');
	});

	it('combines the included values of a column into one filter', () => {
		const two = toggleValue(toggleValue([], 3, 'a', false), 3, 'b', false);
		assert.deepEqual(two, [{ kind: 'oneOf', column: 3, values: ['a', 'b'] }]);
		assert.deepEqual(toggleValue(two, 3, 'a', false), [{ kind: 'oneOf', column: 3, values: ['b'] }]);
		assert.deepEqual(withoutValues(two, 3), []);
	});

	it('never includes and excludes the same column value at the same time', () => {
		const wanted = toggleValue([], 3, 'a', false);
		const excluded = toggleValue(wanted, 3, 'a', true);
		assert.deepEqual(excluded, [{ kind: 'oneOf', column: 3, values: ['a'], not: true }]);
		assert.deepEqual(valuesChosen(excluded, 3, false), []);
	});

	it('allows at most one range filter per column', () => {
		const first = setRange([contains], 1, '10', '20');
		const second = setRange(first, 1, '15', undefined);
		assert.deepEqual(second, [contains, { kind: 'range', column: 1, from: '15' }]);
		assert.deepEqual(setRange(second, 1, undefined, undefined), [contains]);
	});
});
