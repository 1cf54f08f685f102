import type { GroupValue } from './groupValue';
import type { Column, GroupKey, RecordFilter } from './results';

export function sameKey(one: GroupKey, other: GroupKey): boolean {
	return one.kind === other.kind && (one.kind !== 'column' || other.kind !== 'column' || one.column === other.column);
}

/** Removes the filters that select or exclude groups with this group key. */
export function withoutGroup(filters: readonly RecordFilter[], key: GroupKey): readonly RecordFilter[] {
	const left = filters.filter((filter) => filter.kind !== 'group' || !sameKey(filter.key, key));
	return left.length === filters.length ? filters : left;
}

/** Adds a filter for a group, replacing all filters with the same group key. */
export function withGroup(filters: readonly RecordFilter[], key: GroupKey, value: GroupValue): readonly RecordFilter[] {
	return [...withoutGroup(filters, key), { kind: 'group', key, values: [value] }];
}

export function defaultGroupKey(columns: readonly Pick<Column, 'name'>[]): GroupKey {
	return columns.some(({ name }) => name === 'error' || name === 'error_json') ? { kind: 'frames' } : { kind: 'name' };
}
