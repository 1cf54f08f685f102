import { sameKey, withGroup, withoutGroup } from '../../../shared/groupFilters';
import { type GroupValue, isOfThisVersion, sameGroup } from '../../../shared/groupValue';
import type { GroupKey, RecordFilter, View } from '../../../shared/results';

export function sameFilter(one: RecordFilter, other: RecordFilter): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns true if groups are derived from stack traces. Such groups also depend on source files in the workspace. */
export function isOfTrace({ kind }: GroupKey): boolean {
	return kind === 'frames' || kind === 'topFrame';
}

/**
 * Returns true if the filter's result can change when traces are deobfuscated or more frames are recognized as the
 * user's code.
 */
export function readsTraces(filter: RecordFilter, columns: readonly { readonly name: string }[]): boolean {
	switch (filter.kind) {
		case 'group':
			return isOfTrace(filter.key);
		case 'anywhere':
			return true;
		case 'contains':
		case 'matches':
			return columns[filter.column]?.name === 'error';
		default:
			return false;
	}
}

export function addFilter(filters: readonly RecordFilter[], filter: RecordFilter): readonly RecordFilter[] {
	return filters.some((held) => sameFilter(held, filter)) ? filters : [...filters, filter];
}

export function removeFilter(filters: readonly RecordFilter[], filter: RecordFilter): readonly RecordFilter[] {
	const left = filters.filter((held) => !sameFilter(held, filter));
	return left.length === filters.length ? filters : left;
}

/**
 * Replaces a filter at its position in the list. If the list already contains the new filter, only removes the old
 * filter.
 */
export function replaceFilter(
	filters: readonly RecordFilter[],
	filter: RecordFilter,
	by: RecordFilter,
): readonly RecordFilter[] {
	const others = filters.filter((held) => !sameFilter(held, by) || sameFilter(held, filter));
	return others.map((held) => (sameFilter(held, filter) ? by : held));
}

/** Selects only this group. If it is already the only selected group, clears the selection. */
export function toggleGroup(
	filters: readonly RecordFilter[],
	key: GroupKey,
	value: GroupValue,
): readonly RecordFilter[] {
	const chosen = groupChosen(filters, key);
	return chosen !== undefined && sameGroup(chosen, value) ? withoutGroup(filters, key) : withGroup(filters, key, value);
}

export function toggleInGroups(
	filters: readonly RecordFilter[],
	key: GroupKey,
	value: GroupValue,
	not: boolean,
): readonly RecordFilter[] {
	const held = groupsChosen(filters, key, not);
	const values = isChosen(filters, key, value, not) ? withoutValue(held, value) : [...held, value];
	// Removes the group from the opposite filter, because a group can't be both included and excluded.
	const opposite = withoutValue(groupsChosen(filters, key, !not), value);
	return [...withoutGroup(filters, key), ...ofGroups(key, opposite, !not), ...ofGroups(key, values, not)];
}

/** Replaces the included groups. Groups that are included are removed from the excluded groups. */
export function chooseGroups(
	filters: readonly RecordFilter[],
	key: GroupKey,
	values: readonly GroupValue[],
): readonly RecordFilter[] {
	const unwanted = values.reduce<readonly GroupValue[]>(withoutValue, groupsChosen(filters, key, true));
	return [...withoutGroup(filters, key), ...ofGroups(key, unwanted, true), ...ofGroups(key, values, false)];
}

export function groupChosen(filters: readonly RecordFilter[], key: GroupKey): GroupValue | undefined {
	const [chosen, ...others] = groupsChosen(filters, key, false);
	return others.length === 0 ? chosen : undefined;
}

export function groupsChosen(filters: readonly RecordFilter[], key: GroupKey, not: boolean): readonly GroupValue[] {
	return filters.flatMap((filter) =>
		filter.kind === 'group' && (filter.not ?? false) === not && sameKey(filter.key, key) ? filter.values : [],
	);
}

export function isChosen(filters: readonly RecordFilter[], key: GroupKey, value: GroupValue, not: boolean): boolean {
	return groupsChosen(filters, key, not).some((chosen) => sameGroup(chosen, value));
}

function withoutValue(values: readonly GroupValue[], value: GroupValue): readonly GroupValue[] {
	return values.filter((other) => !sameGroup(other, value));
}

function ofGroups(key: GroupKey, values: readonly GroupValue[], not: boolean): readonly RecordFilter[] {
	return values.length === 0 ? [] : [{ kind: 'group', key, values, ...(not ? { not } : {}) }];
}

export function filtersOfColumn(filters: readonly RecordFilter[], column: number): readonly RecordFilter[] {
	return filters.filter((filter) => 'column' in filter && filter.column === column);
}

/** Includes only records with this value in the column, replacing previously included values. */
export function onlyValue(
	filters: readonly RecordFilter[],
	column: number,
	value: RecordFilter,
): readonly RecordFilter[] {
	return addFilter(
		filters.filter((filter) => sameFilter(filter, value) || !isWantedValue(filter, column)),
		value,
	);
}

/** Excludes the records with a value. Excluded values of a column are combined into one filter, except long values. */
export function excludeValue(filters: readonly RecordFilter[], value: RecordFilter): readonly RecordFilter[] {
	const [short] = value.kind === 'oneOf' ? value.values : [];
	if (value.kind !== 'oneOf' || short === undefined) {
		return addFilter(filters, value);
	}
	return valuesChosen(filters, value.column, true).includes(short)
		? filters
		: toggleValue(filters, value.column, short, true);
}

export function toggleValue(
	filters: readonly RecordFilter[],
	column: number,
	value: string,
	not: boolean,
): readonly RecordFilter[] {
	const held = valuesChosen(filters, column, not);
	const values = held.includes(value) ? held.filter((other) => other !== value) : [...held, value];
	const opposite = valuesChosen(filters, column, !not).filter((other) => other !== value);
	const others = filters.filter(
		(filter) =>
			(filter.kind !== 'oneOf' || filter.column !== column) &&
			// When a value is included, a filter for a long value is removed, because no record can match both.
			(not || filter.kind !== 'sameAs' || !isWantedValue(filter, column)),
	);
	return [...others, ...oneOf(column, opposite, !not), ...oneOf(column, values, not)];
}

export function valuesChosen(filters: readonly RecordFilter[], column: number, not: boolean): readonly string[] {
	return filters.flatMap((filter) =>
		filter.kind === 'oneOf' && filter.column === column && (filter.not ?? false) === not ? filter.values : [],
	);
}

/** Removes the column's filters for individual values, so that all of the column's values are counted. */
export function withoutValues(filters: readonly RecordFilter[], column: number): readonly RecordFilter[] {
	return filters.filter((filter) => (filter.kind !== 'oneOf' && filter.kind !== 'sameAs') || filter.column !== column);
}

function isWantedValue(filter: RecordFilter, column: number): boolean {
	return (
		(filter.kind === 'oneOf' || filter.kind === 'sameAs' || filter.kind === 'empty') &&
		filter.column === column &&
		filter.not !== true
	);
}

/** Replaces the range filter of a column, or removes it if both bounds are undefined. */
export function setRange(
	filters: readonly RecordFilter[],
	column: number,
	from: string | undefined,
	to: string | undefined,
): readonly RecordFilter[] {
	const others = filters.filter((filter) => filter.kind !== 'range' || filter.column !== column);
	if (from === undefined && to === undefined) {
		return others;
	}
	return [
		...others,
		{ kind: 'range', column, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
	];
}

export function withFilters(view: View, filters: readonly RecordFilter[]): View {
	return filters === view.filters ? view : { ...view, filters };
}

/** Removes the sort order, because sorting is expensive and the results of some queries don't depend on the order. */
export function unsorted(view: View): View {
	return view.sort.length === 0 ? view : { ...view, sort: [] };
}

function oneOf(column: number, values: readonly string[], not: boolean): readonly RecordFilter[] {
	return values.length === 0 ? [] : [{ kind: 'oneOf', column, values, ...(not ? { not } : {}) }];
}

/** Returns true for a filter saved by a version that grouped errors differently. Such a filter matches no records. */
export function isOfFormerGroup(filter: RecordFilter): boolean {
	return filter.kind === 'group' && isOfTrace(filter.key) && !filter.values.every(isOfThisVersion);
}
