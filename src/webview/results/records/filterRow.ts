import type { RecordFilter } from '../../../shared/results';
import type { GridFilter } from '../grid/model/types';
import { columnFilterText, parseColumnFilter, type TypedFilter } from '../state/columnFilterText';
import { toggleValue, valuesChosen } from '../state/filters';
import type { State } from '../state/state';
import { zoneOfColumn } from '../words/clock';

/** The filters after something was typed or chosen in the row under the headers. */
export type Typing =
	| { readonly kind: 'filters'; readonly filters: readonly RecordFilter[] }
	| Extract<TypedFilter, { kind: 'fault' }>;

/** What stands in the boxes: of each column, the last filter that one line can say. */
export function filterRowTexts({ view, info }: State, timeZone: string): ReadonlyMap<number, string> {
	const texts = new Map<number, string>();
	for (const filter of view.filters) {
		const column = 'column' in filter ? info.columns[filter.column] : undefined;
		const text = column && columnFilterText(filter, { kind: column.kind, timeZone: zoneOfColumn(column, timeZone) });
		if ('column' in filter && text !== undefined) {
			texts.set(filter.column, text);
		}
	}
	return texts;
}

export function typedFilter(state: State, typed: GridFilter, timeZone: string): Typing {
	const { view, info } = state;
	switch (typed.kind) {
		case 'cleared':
			return { kind: 'filters', filters: view.filters.filter((filter) => !('column' in filter)) };
		case 'value': {
			const others = view.filters.filter((filter) => filter !== shown(state, typed.column) || filter.kind === 'oneOf');
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
			const before = shown(state, typed.column);
			const others = view.filters.filter((filter) => filter !== before);
			return { kind: 'filters', filters: parsed.kind === 'filter' ? [...others, parsed.filter] : others };
		}
	}
}

/** The filter that the column's box stands for, which typing replaces. */
function shown({ view, info }: State, column: number): RecordFilter | undefined {
	const kind = info.columns[column]?.kind ?? 'text';
	return view.filters.findLast(
		(filter) =>
			'column' in filter &&
			filter.column === column &&
			columnFilterText(filter, { kind, timeZone: 'UTC' }) !== undefined,
	);
}
