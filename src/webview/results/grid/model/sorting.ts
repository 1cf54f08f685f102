import type { GridSort } from './types';

/** Cycles through ascending, descending, and unsorted. If `beside` is true, preserves the other sort columns. */
export function nextSort(sort: readonly GridSort[], column: number, beside: boolean): readonly GridSort[] {
	const held = sort.find((key) => key.column === column);
	if (!held) {
		return sortBy(sort, column, false, beside);
	}
	return held.descending ? withoutSort(beside ? sort : [], column) : sortBy(sort, column, true, beside);
}

export function sortBy(
	sort: readonly GridSort[],
	column: number,
	descending: boolean,
	beside: boolean,
): readonly GridSort[] {
	const key = { column, descending };
	if (!beside) {
		return [key];
	}
	const rank = sort.findIndex((held) => held.column === column);
	return rank < 0 ? [...sort, key] : sort.with(rank, key);
}

export function withoutSort(sort: readonly GridSort[], column: number): readonly GridSort[] {
	return sort.filter((key) => key.column !== column);
}
