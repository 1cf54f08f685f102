import type { GroupValue } from '../../../shared/groupValue';
import { columnNamesOf, columnNow, filtersNow, groupKeyNow, sortNow } from '../../../shared/keptColumns';
import type { GroupKey, RecordFilter, TableInfo } from '../../../shared/results';
import type { KeptDaysView, PaneLayout, ViewState } from '../../../shared/resultsProtocol';
import { isOfFormerGroup, setRange } from '../../common/state/viewFilters';
import { type DayRows, dayRowsOf, numberInDays, placeInDay } from './dayPlaces';
import { noHistory } from './filterHistory';
import { chosenColumns, layOutColumns } from './layOutColumns';
import type { State } from './viewState';

const defaultPanes: PaneLayout = { groupsPlace: 'beside', recordPlace: 'below', histogramShown: true };

/** The state to begin with: what was kept, as far as it still fits the file, and defaults for the rest. */
export function initialState(
	info: TableInfo,
	kept: ViewState | undefined,
	records: number,
	days?: KeptDaysView,
): State {
	const now = columnNow(info.columns, kept?.columnNames);
	const heldFilters = kept ? filtersNow(keptFilters(kept), now).filter((filter) => !isOfFormerGroup(filter)) : [];
	const filters = kept && !kept.recent ? heldFilters : withRecentFilter(heldFilters, info);
	const openedDays = days && dayRowsOf(days);
	const selected = selectedNow(kept, openedDays);
	const stackBy = info.columns.findIndex(({ name }) => name === kept?.stackBy);
	const stackChosen = stackBy >= 0 ? stackBy : kept ? undefined : info.versionColumn;
	return {
		info,
		reading: { kind: 'reading', bytes: 0, totalBytes: info.bytes },
		view: { filters, sort: sortNow(kept?.view.sort ?? [], now) },
		count: filters.length === 0 ? records : undefined,
		columns: layOutColumns(info.columns, kept?.columns ?? []),
		awaited: kept?.columns ?? [],
		groupKey: keyThatFits(info, kept?.groupKey && groupKeyNow(kept.groupKey, now)),
		groupOrder: kept?.groupOrder ?? 'records',
		stackBy: stackChosen,
		panes: { ...defaultPanes, ...kept?.panes },
		groupsShown: kept?.groupsShown ?? true,
		recordShown: kept?.recordShown ?? true,
		density: kept?.density ?? 'compact',
		selection: selected === undefined ? undefined : { number: selected, position: undefined },
		comparedWith: undefined,
		top: kept?.top ?? 0,
		left: kept?.left ?? 0,
		recordTop: kept?.recordTop ?? 0,
		focus: kept?.focus,
		sought: kept?.sought ?? '',
		history: noHistory,
		days,
		openedDays,
		leftAs: info.columns.length === 0 ? kept : undefined,
	};
}

/** A dataset is shown with its last days at first. */
function withRecentFilter(filters: readonly RecordFilter[], info: TableInfo): readonly RecordFilter[] {
	const { recentSince, timeColumn } = info;
	return recentSince === undefined || timeColumn === undefined
		? filters
		: setRange(filters, timeColumn, String(recentSince), undefined);
}

/** Whether a filter is that of the last days of a dataset. */
export function isRecentFilter(filter: RecordFilter, { recentSince, timeColumn }: TableInfo): boolean {
	return (
		filter.kind === 'range' &&
		filter.column === timeColumn &&
		filter.from === String(recentSince) &&
		filter.to === undefined
	);
}

/** The record that was selected, which has another number where other days are shown, or none. */
function selectedNow(kept: ViewState | undefined, days: DayRows | undefined): number | undefined {
	return kept?.selectedOn && days ? numberInDays(kept.selectedOn, days) : kept?.selected;
}

/** The state as if nobody had laid anything out; filters and the record stay. */
export function withoutLayout(state: State): State {
	const { view, columns, awaited, groupKey, groupOrder, stackBy, panes, groupsShown, recordShown, density } =
		initialState(state.info, undefined, 0);
	return {
		...state,
		view: { ...state.view, sort: view.sort },
		columns,
		awaited,
		groupKey,
		groupOrder,
		stackBy,
		panes,
		groupsShown,
		recordShown,
		density,
	};
}

/** Filters by a group had one group only once. */
export function keptFilters({ view }: Pick<ViewState, 'view'>): readonly RecordFilter[] {
	return view.filters.map((filter: RecordFilter & { readonly value?: GroupValue }) => {
		const { value, ...now } = filter;
		return now.kind === 'group' && value !== undefined ? { ...now, values: [value] } : filter;
	});
}

/** What was chosen, as far as the file has it; else what tells errors apart best. */
function keyThatFits(info: TableInfo, key: GroupKey | undefined): GroupKey {
	const { columns, valueGroups, versionColumn } = info;
	const has = (...names: string[]) => columns.some(({ name }) => names.includes(name));
	if (valueGroups) {
		const other: GroupKey = has('error_name') ? { kind: 'name' } : { kind: 'column', column: versionColumn ?? 0 };
		return key?.kind === 'column' ? key : other;
	}
	switch (key?.kind) {
		case 'name':
		case 'message':
			return key;
		case 'topFrame':
		case 'frames':
			return has('error', 'error_json') ? key : { kind: 'name' };
		case 'column':
			return key;
	}
	return has('error') ? { kind: 'frames' } : { kind: 'name' };
}

/** What of the state outlives the view. */
export function keptState(state: State): ViewState {
	const { days, leftAs, sought, openedDays } = state;
	const choice = days?.choice.kind === 'all' ? undefined : days?.choice;
	if (leftAs && state.info.columns.length === 0) {
		const { days: _, ...left } = leftAs;
		return { ...left, ...(choice && { days: choice }) };
	}
	const nameOf = (column: number) => state.info.columns[column]?.name ?? '';
	const { view, groupKey } = state;
	const selectedOn = state.selection && openedDays && placeInDay(state.selection.number, openedDays);
	return {
		view,
		columnNames: columnNamesOf(state.info.columns, { ...view, groupKey }),
		columns: chosenColumns(state),
		groupKey,
		groupOrder: state.groupOrder,
		groupsShown: state.groupsShown,
		recordShown: state.recordShown,
		stackBy: state.stackBy === undefined ? undefined : nameOf(state.stackBy),
		selected: state.selection?.number,
		...(selectedOn && { selectedOn }),
		top: state.top,
		left: state.left,
		recordTop: state.recordTop,
		focus: state.focus,
		density: state.density,
		panes: state.panes,
		...(view.filters.some((filter) => isRecentFilter(filter, state.info)) && { recent: true }),
		...(choice && { days: choice }),
		...(sought !== '' && { sought }),
	};
}
