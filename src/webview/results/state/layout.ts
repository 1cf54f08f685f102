import type { ViewLayout, ViewState } from '../../../shared/protocols/resultsProtocol';
import { getColumnNames } from '../../../shared/savedColumns';
import { initialState, restoreState } from './initial';
import { chosenSort } from './triage';
import type { State } from './viewState';

/**
 * Maximum number of columns in a saved layout. The limit saves space, because a layout is stored for each application.
 */
const maxColumns = 1000;

/** Returns the layout for the next export, or undefined if it is the default layout. */
export function getLayout(state: State): ViewLayout | undefined {
	const layout = everythingOf(state);
	const usual = everythingOf(initialState(state.info, undefined, 0));
	return JSON.stringify(layout) === JSON.stringify(usual) ? undefined : layout;
}

function everythingOf(state: State): ViewLayout {
	const {
		view: _view,
		columns,
		selected: _,
		selectedOn: _selectedOn,
		top: _top,
		left: _left,
		recordTop: _recordTop,
		focus: _focus,
		days: _days,
		sought: _sought,
		tab: _tab,
		...rest
	} = restoreState(state);
	const sort = chosenSort(state);
	return {
		...rest,
		sort,
		columnNames: getColumnNames(state.info.columns, { sort, groupKey: state.groupKey }),
		// Widths that were fitted to contents are not saved, because they depend on the file.
		columns: columns
			.slice(0, maxColumns)
			.map(({ fitted, width, ...column }) => ({ ...column, ...(!fitted && { width }) })),
	};
}

export function getState({ sort, ...rest }: ViewLayout): ViewState {
	return { ...rest, view: { filters: [], sort }, selected: undefined, top: 0 };
}
