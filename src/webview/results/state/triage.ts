import type { DetailTab, ResultsLayout } from '../../../shared/protocols/resultsProtocol';
import type { View } from '../../../shared/results';
import { groupsChosen } from '../../common/state/viewFilters';
import type { Pane, State } from './viewState';

/** Returns true in the triage layout. Files without records use the grid layout, which explains why they are empty. */
export function isTriage({ layout, info, reading }: State): boolean {
	const hasRecords = info.total > 0 || reading.kind === 'reading';
	return hasRecords && info.columns.length > 0 && (layout ?? defaultLayout(info)) === 'triage';
}

/** Returns `triage` if groups have stack traces. Without traces, a group's details would be nearly empty. */
function defaultLayout({ columns, valueGroups }: State['info']): ResultsLayout {
	const hasTraces = columns.some(({ name }) => name === 'error' || name === 'error_json');
	return hasTraces && !valueGroups ? 'triage' : 'grid';
}

/** Returns the displayed tab. If no record matches the filters, this is `records`, which explains the problem. */
export function tabOf({ tab, count, info }: State): DetailTab {
	if (count === 0) {
		return 'records';
	}
	return tab === 'timeline' && info.timeColumn === undefined ? 'details' : tab;
}

/** Returns true if no group is selected in the triage layout, so that the details describe all groups. */
export function showsAllGroups(state: State): boolean {
	const { view, groupKey } = state;
	return isTriage(state) && tabOf(state) === 'details' && groupsChosen(view.filters, groupKey, false).length === 0;
}

export function isPaneShown(state: State, pane: Pane): boolean {
	if (isTriage(state)) {
		return pane === 'groups' || tabOf(state) === (pane === 'record' ? 'details' : 'timeline');
	}
	switch (pane) {
		case 'groups':
			return state.groupsShown;
		case 'record':
			return state.recordShown;
		case 'histogram':
			return state.panes.histogramShown;
	}
}

/** Sorts records by time in the triage layout when the groups are shown, unless the user selected another order. */
export function sortNewestFirst(state: State): State {
	const { info, groupsAnswered, view, selection } = state;
	const column = info.timeColumn;
	if (!isTriage(state) || !groupsAnswered || column === undefined) {
		return state;
	}
	if (info.naturalOrder !== undefined || view.sort.length > 0) {
		return state;
	}
	// The first record in the file is selected by default, so this selection is not preserved.
	const isChosen = selection !== undefined && selection.position !== 0;
	return {
		...state,
		view: { ...view, sort: [{ column, descending: true }] },
		selection: isChosen ? { number: selection.number, position: undefined } : undefined,
		top: 0,
	};
}

/** Returns the sort order that the user selected, or an empty list if the sort order is the layout's default. */
export function chosenSort(state: State): View['sort'] {
	const { sort } = state.view;
	const [first, ...others] = sort;
	const isNewestFirst = first?.descending && first.column === state.info.timeColumn && others.length === 0;
	return isNewestFirst && isTriage(state) ? [] : sort;
}
