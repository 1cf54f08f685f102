import type { GroupValue } from './groupValue';
import type { GroupKey, RecordFilter } from './results';

export function sameKey(one: GroupKey, other: GroupKey): boolean {
	return one.kind === other.kind && (one.kind !== 'column' || other.kind !== 'column' || one.column === other.column);
}

/** What the list of groups is counted over: chosen groups do not hide the others, nor do excluded ones go. */
export function withoutGroup(filters: readonly RecordFilter[], key: GroupKey): readonly RecordFilter[] {
	const left = filters.filter((filter) => filter.kind !== 'group' || !sameKey(filter.key, key));
	return left.length === filters.length ? filters : left;
}

/** Only one group of a key: it takes the place of others. */
export function withGroup(filters: readonly RecordFilter[], key: GroupKey, value: GroupValue): readonly RecordFilter[] {
	return [...withoutGroup(filters, key), { kind: 'group', key, values: [value] }];
}
