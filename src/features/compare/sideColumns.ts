import type { Column, GroupKey, RecordFilter } from '../../shared/results';
import { columnNow, filtersNow, withColumnNames } from '../../shared/savedColumns';

/** Columns of both sides, which are matched by name. Column indexes in parameters refer to the "after" side. */
export interface SideColumns {
	readonly before: readonly Column[];
	readonly after: readonly Column[];
}

export function sharedColumns({ before, after }: SideColumns): readonly number[] {
	const names = new Set(before.map(({ name }) => name));
	return after.flatMap(({ name }, column) => (names.has(name) ? [column] : []));
}

/**
 * Converts filters of the "after" side for the "before" side. Omits filters on columns that the "before" side doesn't
 * have.
 */
export function filtersBefore(
	filters: readonly RecordFilter[],
	{ before, after }: SideColumns,
): readonly RecordFilter[] {
	return filtersNow(filters, columnNow(before, withColumnNames(filters, after).columnNames));
}

export function keyBefore(key: GroupKey, { before, after }: SideColumns): GroupKey | undefined {
	if (key.kind !== 'column') {
		return key;
	}
	const name = after[key.column]?.name;
	const column = before.findIndex((known) => known.name === name);
	return column < 0 ? undefined : { ...key, column };
}
