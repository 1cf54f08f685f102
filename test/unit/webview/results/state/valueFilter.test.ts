import assert from 'node:assert/strict';
import type { RecordFilter } from '../../../../../src/shared/results';
import { excludeValue, onlyValue } from '../../../../../src/webview/common/state/viewFilters';
import { valueFilter } from '../../../../../src/webview/results/state/valueFilter';

describe('filters by the value of a record', () => {
	const record = (...values: string[]) => ({ number: 7, values, fault: undefined });

	it('stores short values in a filter, and references long values by their record', () => {
		assert.deepEqual(valueFilter(record('a\nb'), 0), { kind: 'oneOf', column: 0, values: ['a\nb'] });
		assert.deepEqual(valueFilter(record(''), 0, true), { kind: 'empty', column: 0, not: true });
		const long = 'x'.repeat(5_000);
		const expected = { kind: 'sameAs', column: 0, number: 7, beginning: 'x'.repeat(200) } as const;
		assert.deepEqual(valueFilter(record(long), 0), { ...expected, length: 5_000 });
		const cut = [{ column: 0, length: 2_000_000 }];
		assert.deepEqual(valueFilter({ ...record(long), cut }, 0, true), { ...expected, length: 2_000_000, not: true });
	});

	it('replaces the included values of a column, but keeps excluded values and other filters', () => {
		const others: RecordFilter[] = [
			{ kind: 'contains', column: 0, text: 'a' },
			{ kind: 'oneOf', column: 0, values: ['x'], not: true },
			{ kind: 'oneOf', column: 1, values: ['x'] },
		];
		const list: RecordFilter = { kind: 'oneOf', column: 0, values: ['a', 'b'] };
		const one = valueFilter(record('a'), 0);
		assert.deepEqual(onlyValue([...others, list], 0, one), [...others, one]);
		const same = [...others, one];
		assert.deepEqual(onlyValue(same, 0, one), same);
	});

	it('combines excluded values in one filter', () => {
		const first = excludeValue([], valueFilter(record('a'), 0, true));
		assert.deepEqual(excludeValue(first, valueFilter(record('b'), 0, true)), [
			{ kind: 'oneOf', column: 0, values: ['a', 'b'], not: true },
		]);
		assert.deepEqual(excludeValue(first, valueFilter(record('a'), 0, true)), first);
	});
});
