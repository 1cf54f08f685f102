import type { TableInfo, View } from '../../../shared/results';
import { type FilterHistory, redone, undone, withChange } from './filterHistory';
import { withoutLayout } from './initial';
import { chosenColumns, layOutColumns } from './layOutColumns';
import { chosenSort, isTriage, sortNewestFirst, tabOf } from './triage';
import type { Action, State } from './viewState';

/** Returns the state after an action, or the same object if nothing changes. No other function changes the state. */
export function reduce(state: State, action: Action): State {
	switch (action.kind) {
		case 'progress': {
			const unfiltered = state.view.filters.length === 0;
			return {
				...state,
				info: action.info,
				reading: action.reading,
				columns: columnsOf(state, action.info),
				count: unfiltered ? action.records : state.count,
			};
		}
		case 'readingFailed':
			return { ...state, reading: { kind: 'failed', message: action.message } };
		case 'filtersSet':
			return filtered(state, action.filters, withChange(state.history, state.view.filters, action.filters));
		case 'filtersUndone':
		case 'filtersRedone': {
			const { history, view } = state;
			const step = action.kind === 'filtersUndone' ? undone(history, view.filters) : redone(history, view.filters);
			return step ? filtered(state, step.filters, step.history) : state;
		}
		case 'sorted':
			// Sorting does not change the number of records.
			return { ...state, ...reordered(state), view: { ...state.view, sort: action.sort } };
		case 'counted':
			return action.view === state.view && action.count !== state.count ? { ...state, count: action.count } : state;
		case 'columnsLaidOut':
			return { ...state, columns: action.columns };
		case 'groupKeyChosen':
			return { ...state, groupKey: action.key };
		case 'groupOrderChosen':
			return { ...state, groupOrder: action.order };
		case 'groupsAnswered':
			return state.groupsAnswered ? state : sortNewestFirst({ ...state, groupsAnswered: true });
		case 'stackedBy':
			return { ...state, stackBy: action.column };
		case 'paneToggled':
			return togglePane(state, action);
		case 'panesLaidOut':
			return { ...state, panes: { ...state.panes, ...action.panes } };
		case 'layoutReset':
			return sortNewestFirst(withoutLayout({ ...state, ...reordered(state) }));
		case 'layoutChosen':
			return chooseLayout(state, action.layout);
		case 'tabChosen':
			return { ...state, tab: action.tab };
		case 'densityChosen':
			return { ...state, density: action.density };
		case 'selected':
			return sameSelection(state, action) ? state : { ...state, selection: action.selection };
		case 'comparedWith':
			return { ...state, comparedWith: action.number };
		case 'scrolled':
			return action.top === state.top && action.left === state.left
				? state
				: { ...state, top: action.top, left: action.left };
		case 'recordScrolled':
			return action.top === state.recordTop ? state : { ...state, recordTop: action.top };
		case 'focused':
			return { ...state, focus: action.focus };
		case 'sought':
			return action.text === state.sought ? state : { ...state, sought: action.text };
		case 'daysKnown':
			return { ...state, days: action.days };
		case 'daysChosen':
			return state.days
				? {
						...state,
						days: { ...state.days, choice: action.choice },
						selection: state.openedDays && state.selection,
						top: 0,
					}
				: state;
	}
}

function filtered(state: State, filters: View['filters'], history: FilterHistory): State {
	return filters === state.view.filters
		? state
		: { ...state, ...reordered(state), view: { ...state.view, filters }, count: undefined, history };
}

function columnsOf(state: State, { columns }: TableInfo): State['columns'] {
	return columns.length === state.info.columns.length
		? state.columns
		: layOutColumns(columns, chosenColumns(state), 'end');
}

/** Discards positions, because they are valid only for one order and one set of filters. */
function reordered({ selection }: State): Pick<State, 'selection' | 'top'> {
	return { selection: selection && { ...selection, position: undefined }, top: 0 };
}

function chooseLayout(state: State, layout: State['layout']): State {
	const sort = chosenSort(state);
	return sortNewestFirst(
		sort === state.view.sort
			? { ...state, layout }
			: { ...state, ...reordered(state), layout, view: { ...state.view, sort } },
	);
}

function togglePane(state: State, { pane, shown }: Extract<Action, { kind: 'paneToggled' }>): State {
	if (isTriage(state)) {
		if (pane === 'groups') {
			return state;
		}
		const own = pane === 'record' ? 'details' : 'timeline';
		const other = pane === 'record' ? 'records' : 'details';
		return { ...state, tab: (shown ?? tabOf(state) !== own) ? own : other };
	}
	switch (pane) {
		case 'groups':
			return { ...state, groupsShown: shown ?? !state.groupsShown };
		case 'record':
			return { ...state, recordShown: shown ?? !state.recordShown };
		case 'histogram':
			return { ...state, panes: { ...state.panes, histogramShown: shown ?? !state.panes.histogramShown } };
	}
}

function sameSelection({ selection }: State, action: Extract<Action, { kind: 'selected' }>): boolean {
	return selection?.number === action.selection?.number && selection?.position === action.selection?.position;
}
