import type { Column, GroupKey, RecordFilter, SortKey } from './results';

/** Returns the current index for a saved column index, or undefined if the file no longer has the column. */
type ColumnNow = (column: number) => number | undefined;

/** @param names Column names by saved index. Undefined if an older version saved the state */
export function columnNow(columns: readonly Column[], names: Readonly<Record<number, string>> | undefined): ColumnNow {
	return (column) => {
		const name = names?.[column] ?? columns[column]?.name;
		const found = columns[column]?.name === name ? column : columns.findIndex((known) => known.name === name);
		return columns[found] && found;
	};
}

/** Filters that match columns by name, so that they can be applied to other files. */
export interface NamedFilters {
	readonly filters: readonly RecordFilter[];
	readonly columnNames: Readonly<Record<number, string>>;
}

export function withColumnNames(filters: readonly RecordFilter[], columns: readonly Column[]): NamedFilters {
	return { filters, columnNames: getColumnNames(columns, { filters }) };
}

/** Returns filters for other files. Omits filters on missing columns and filters for individual records. */
export function filtersElsewhere(
	{ filters, columnNames }: NamedFilters,
	columns: readonly Column[],
): readonly RecordFilter[] {
	const general = filters.filter(({ kind }) => kind !== 'sameAs' && kind !== 'positions');
	return filtersNow(general, columnNow(columns, columnNames));
}

/** Returns the saved filters for the current columns. Omits filters on columns that no longer exist. */
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

export function columnOfFilter(filter: RecordFilter): number | undefined {
	if (filter.kind === 'group') {
		return columnOfKey(filter.key);
	}
	return 'column' in filter ? filter.column : undefined;
}

interface Spoken {
	readonly filters?: readonly RecordFilter[];
	readonly sort?: readonly SortKey[];
	readonly groupKey?: GroupKey;
}

export function getColumnNames(
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
