import type { Column, GroupKey, RecordFilter, SortKey } from './results';

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

/** Filters that mean the same in another file: its columns are found by their names. */
export interface NamedFilters {
	readonly filters: readonly RecordFilter[];
	/** Of the columns that they speak of, by index. */
	readonly columnNames: Readonly<Record<number, string>>;
}

export function withColumnNames(filters: readonly RecordFilter[], columns: readonly Column[]): NamedFilters {
	return { filters, columnNames: columnNamesOf(columns, { filters }) };
}

/** As they are in a file with these columns. What it has no column for, and what names single records, is left out. */
export function filtersElsewhere(
	{ filters, columnNames }: NamedFilters,
	columns: readonly Column[],
): readonly RecordFilter[] {
	const general = filters.filter(({ kind }) => kind !== 'sameAs' && kind !== 'positions');
	return filtersNow(general, columnNow(columns, columnNames));
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

/** The column that a filter is of; undefined where it is of none. */
export function columnOfFilter(filter: RecordFilter): number | undefined {
	if (filter.kind === 'group') {
		return columnOfKey(filter.key);
	}
	return 'column' in filter ? filter.column : undefined;
}

/** What speaks of columns by their indices. */
interface Spoken {
	readonly filters?: readonly RecordFilter[];
	readonly sort?: readonly SortKey[];
	readonly groupKey?: GroupKey;
}

/** Names of the columns that a state speaks of, by index. */
export function columnNamesOf(
	columns: readonly Column[],
	{ filters = [], sort = [], groupKey }: Spoken,
): Readonly<Record<number, string>> {
	const spokenOf = [
		...filters.map(columnOfFilter),
		...sort.map(({ column }) => column),
		groupKey && columnOfKey(groupKey),
	].filter((column) => column !== undefined);
	return Object.fromEntries(spokenOf.map((column) => [column, columns[column]?.name ?? '']));
}

function columnOfKey(key: GroupKey): number | undefined {
	return key.kind === 'column' ? key.column : undefined;
}
