import type { RecordFilter } from '../../../shared/results';
import { zoneOfColumn } from '../../common/format/clock';
import { filtersOfColumn, toggleValue, valuesChosen } from '../../common/state/viewFilters';
import type { FilterBox, GridFilter } from '../grid/model/types';
import { columnFilterText, parseColumnFilter, type TypedFilter } from '../state/columnFilterText';
import type { State } from '../state/viewState';

export type Typing =
	| { readonly kind: 'filters'; readonly filters: readonly RecordFilter[] }
	| Extract<TypedFilter, { kind: 'fault' }>;

/** Returns the contents of the filter boxes. A filter that can't be written as text is summarized. */
export function filterBoxes(
	{ view, info }: State,
	timeZone: string,
	summary: (filters: readonly RecordFilter[]) => string,
): ReadonlyMap<number, FilterBox> {
	const columns = new Set(view.filters.flatMap((filter) => ('column' in filter ? [filter.column] : [])));
	return new Map(
		[...columns].map((index): readonly [number, FilterBox] => {
			const filters = filtersOfColumn(view.filters, index);
			const column = info.columns[index];
			const text =
				filters[0] && filters.length === 1
					? columnFilterText(filters[0], { kind: column?.kind ?? 'text', timeZone: zoneOfColumn(column, timeZone) })
					: undefined;
			return [index, text === undefined ? { text: summary(filters), typed: false } : { text, typed: true }];
		}),
	);
}

export function typedFilter(state: State, typed: GridFilter, timeZone: string): Typing {
	const { view, info } = state;
	switch (typed.kind) {
		case 'cleared':
			return { kind: 'filters', filters: view.filters.filter((filter) => !('column' in filter)) };
		case 'value': {
			// Removes the column's other filters, such as the text that the user typed to find the value. Keeps the
			// previously selected values.
			const others = view.filters.filter(
				(filter) => !('column' in filter) || filter.column !== typed.column || filter.kind === 'oneOf',
			);
			return valuesChosen(others, typed.column, false).includes(typed.value)
				? { kind: 'filters', filters: others }
				: { kind: 'filters', filters: toggleValue(others, typed.column, typed.value, false) };
		}
		case 'typed': {
			const column = info.columns[typed.column];
			const parsed = parseColumnFilter(typed.text, typed.column, {
				kind: column?.kind ?? 'text',
				timeZone: zoneOfColumn(column, timeZone),
			});
			if (parsed.kind === 'fault') {
				return parsed;
			}
			const before = filtersOfColumn(view.filters, typed.column);
			const others = view.filters.filter((filter) => !before.includes(filter));
			return parsed.kind === 'filter'
				? { kind: 'filters', filters: [...others, parsed.filter] }
				: { kind: 'filters', filters: others };
		}
	}
}
