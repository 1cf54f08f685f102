import { columnNow, filtersNow, withColumnNames } from '../../shared/keptColumns';
import type { Column, GroupKey, RecordFilter } from '../../shared/results';

/** The columns of both sides. What a comparison asks speaks of those after; those before are found by their names. */
export interface SideColumns {
	readonly before: readonly Column[];
	readonly after: readonly Column[];
}

/** Columns after that those before have as well. */
export function sharedColumns({ before, after }: SideColumns): readonly number[] {
	const names = new Set(before.map(({ name }) => name));
	return after.flatMap(({ name }, column) => (names.has(name) ? [column] : []));
}

/** As they are on the side before; without those of a column that it has not. */
export function filtersBefore(
	filters: readonly RecordFilter[],
	{ before, after }: SideColumns,
): readonly RecordFilter[] {
	return filtersNow(filters, columnNow(before, withColumnNames(filters, after).columnNames));
}

/** Undefined where the side before has no such column. */
export function keyBefore(key: GroupKey, { before, after }: SideColumns): GroupKey | undefined {
	if (key.kind !== 'column') {
		return key;
	}
	const name = after[key.column]?.name;
	const column = before.findIndex((known) => known.name === name);
	return column < 0 ? undefined : { ...key, column };
}
