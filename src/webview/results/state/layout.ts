import { columnNamesOf } from '../../../shared/keptColumns';
import type { ViewLayout, ViewState } from '../../../shared/resultsProtocol';
import { initialState, keptState } from './initial';
import type { State } from './viewState';

/** Columns that a layout speaks of at most: it is kept for each of many applications. */
const maxColumns = 1000;

/** What of the state the next export begins with; undefined where it is what a file begins with by itself. */
export function layoutOf(state: State): ViewLayout | undefined {
	const layout = everythingOf(state);
	const usual = everythingOf(initialState(state.info, undefined, 0));
	return JSON.stringify(layout) === JSON.stringify(usual) ? undefined : layout;
}

function everythingOf(state: State): ViewLayout {
	const {
		view,
		columns,
		selected: _,
		selectedOn: _selectedOn,
		top: _top,
		left: _left,
		recordTop: _recordTop,
		focus: _focus,
		days: _days,
		sought: _sought,
		...rest
	} = keptState(state);
	const { sort } = view;
	return {
		...rest,
		sort,
		columnNames: columnNamesOf(state.info.columns, { sort, groupKey: state.groupKey }),
		// Where the records decided a width, others decide it anew.
		columns: columns
			.slice(0, maxColumns)
			.map(({ fitted, width, ...column }) => ({ ...column, ...(!fitted && { width }) })),
	};
}

/** The state of a view that begins with a layout: all records, in its order. */
export function stateOf({ sort, ...rest }: ViewLayout): ViewState {
	return { ...rest, view: { filters: [], sort }, selected: undefined, top: 0 };
}
