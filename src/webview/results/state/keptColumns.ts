import type { Column, GroupKey, RecordFilter, SortKey } from '../../../shared/results';

/** Where a column is now that a kept state speaks of; undefined where the file has none of its name. */
type ColumnNow = (column: number) => number | undefined;

/** @param names Of the columns spoken of, by index; undefined in states that an older version kept. */
export function columnNow(columns: readonly Column[], names: Readonly<Record<number, string>> | undefined): ColumnNow {
	return (column) => {
		const name = names?.[column] ?? columns[column]?.name;
		const found = columns[column]?.name === name ? column : columns.findIndex((known) => known.name === name);
		return columns[found] && found;
	};
}

/** Those of columns that are gone are left out. */
export function filtersNow(filters: readonly RecordFilter[], now: ColumnNow): readonly RecordFilter[] {
	return filters.flatMap((filter): RecordFilter[] => {
		if (filter.kind === 'group') {
			const key = groupKeyNow(filter.key, now);
			return key ? [{ ...filter, key }] : [];
		}
		if (!('column' in filter)) {
			return [filter];
		}
		const column = now(filter.column);
		return column === undefined ? [] : [{ ...filter, column }];
	});
}

export function sortNow(sort: readonly SortKey[], now: ColumnNow): readonly SortKey[] {
	return sort.flatMap((key) => {
		const column = now(key.column);
		return column === undefined ? [] : [{ ...key, column }];
	});
}

export function groupKeyNow(key: GroupKey, now: ColumnNow): GroupKey | undefined {
	if (key.kind !== 'column') {
		return key;
	}
	const column = now(key.column);
	return column === undefined ? undefined : { ...key, column };
}

/** Indices of the columns that a state speaks of. */
export function columnsSpokenOf(
	filters: readonly RecordFilter[],
	sort: readonly SortKey[],
	groupKey: GroupKey,
): readonly number[] {
	const keys = [groupKey, ...filters.flatMap((filter) => (filter.kind === 'group' ? [filter.key] : []))];
	return [
		...filters.flatMap((filter) => ('column' in filter ? [filter.column] : [])),
		...sort.map(({ column }) => column),
		...keys.flatMap((key) => (key.kind === 'column' ? [key.column] : [])),
	];
}
