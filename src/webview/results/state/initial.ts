import type { GroupValue } from '../../../shared/groupValue';
import type { PaneLayout, SyncedDaysView, ViewState } from '../../../shared/protocols/resultsProtocol';
import type { GroupKey, RecordFilter, TableInfo } from '../../../shared/results';
import { columnNow, filtersNow, getColumnNames, groupKeyNow, sortNow } from '../../../shared/savedColumns';
import { isOfFormerGroup, setRange } from '../../common/state/viewFilters';
import { type DayRows, getDayRows, numberInDays, placeInDay } from './dayPlaces';
import { noHistory } from './filterHistory';
import { chosenColumns, layOutColumns } from './layOutColumns';
import type { State } from './viewState';

const defaultPanes: PaneLayout = { groupsPlace: 'beside', recordPlace: 'below', histogramShown: true };

/** Returns the initial state. Saved values that no longer match the file are replaced by defaults. */
export function initialState(
	info: TableInfo,
	saved: ViewState | undefined,
	records: number,
	days?: SyncedDaysView,
): State {
	const now = columnNow(info.columns, saved?.columnNames);
	const heldFilters = saved ? filtersNow(restoredFilters(saved), now).filter((filter) => !isOfFormerGroup(filter)) : [];
	const filters = saved && !saved.recent ? heldFilters : withRecentFilter(heldFilters, info);
	const openedDays = days && getDayRows(days);
	const selected = selectedNow(saved, openedDays);
	const stackBy = info.columns.findIndex(({ name }) => name === saved?.stackBy);
	const stackChosen = stackBy >= 0 ? stackBy : saved ? undefined : info.versionColumn;
	return {
		info,
		reading: { kind: 'reading', bytes: 0, totalBytes: info.bytes },
		view: { filters, sort: sortNow(saved?.view.sort ?? [], now) },
		count: filters.length === 0 ? records : undefined,
		columns: layOutColumns(info.columns, saved?.columns ?? []),
		awaited: saved?.columns ?? [],
		groupKey: keyThatFits(info, saved?.groupKey && groupKeyNow(saved.groupKey, now)),
		groupOrder: saved?.groupOrder ?? 'records',
		groupsAnswered: false,
		stackBy: stackChosen,
		panes: { ...defaultPanes, ...saved?.panes },
		groupsShown: saved?.groupsShown ?? true,
		recordShown: saved?.recordShown ?? true,
		density: saved?.density ?? 'compact',
		layout: saved?.layout,
		tab: saved?.tab ?? 'details',
		selection: selected === undefined ? undefined : { number: selected, position: undefined },
		comparedWith: undefined,
		top: saved?.top ?? 0,
		left: saved?.left ?? 0,
		recordTop: saved?.recordTop ?? 0,
		focus: saved?.focus,
		sought: saved?.sought ?? '',
		history: noHistory,
		days,
		openedDays,
		leftAs: info.columns.length === 0 ? saved : undefined,
	};
}

function withRecentFilter(filters: readonly RecordFilter[], info: TableInfo): readonly RecordFilter[] {
	const { recentSince, timeColumn } = info;
	return recentSince === undefined || timeColumn === undefined
		? filters
		: setRange(filters, timeColumn, String(recentSince), undefined);
}

export function isRecentFilter(filter: RecordFilter, { recentSince, timeColumn }: TableInfo): boolean {
	return (
		filter.kind === 'range' &&
		filter.column === timeColumn &&
		filter.from === String(recentSince) &&
		filter.to === undefined
	);
}

/** Returns the number of the selected record among the displayed days, or undefined if its day isn't displayed. */
function selectedNow(saved: ViewState | undefined, days: DayRows | undefined): number | undefined {
	return saved?.selectedOn && days ? numberInDays(saved.selectedOn, days) : saved?.selected;
}

/** Resets columns, sizes, and groups. Keeps the filters, the selected record, and the choice of layout. */
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

/** Converts filters that were saved by earlier versions, in which a filter contained only one group. */
export function restoredFilters({ view }: Pick<ViewState, 'view'>): readonly RecordFilter[] {
	return view.filters.map((filter: RecordFilter & { readonly value?: GroupValue }) => {
		const { value, ...now } = filter;
		return now.kind === 'group' && value !== undefined ? { ...now, values: [value] } : filter;
	});
}

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

export function restoreState(state: State): ViewState {
	const { days, leftAs, sought, openedDays } = state;
	const choice = days?.choice.kind === 'all' ? undefined : days?.choice;
	if (leftAs && state.info.columns.length === 0) {
		const { days: _, ...left } = leftAs;
		return { ...left, ...(choice && { days: choice }) };
	}
	const getName = (column: number) => state.info.columns[column]?.name ?? '';
	const { view, groupKey } = state;
	const selectedOn = state.selection && openedDays && placeInDay(state.selection.number, openedDays);
	return {
		view,
		columnNames: getColumnNames(state.info.columns, { ...view, groupKey }),
		columns: chosenColumns(state),
		groupKey,
		groupOrder: state.groupOrder,
		groupsShown: state.groupsShown,
		recordShown: state.recordShown,
		stackBy: state.stackBy === undefined ? undefined : getName(state.stackBy),
		selected: state.selection?.number,
		...(selectedOn && { selectedOn }),
		top: state.top,
		left: state.left,
		recordTop: state.recordTop,
		focus: state.focus,
		density: state.density,
		panes: state.panes,
		...(state.layout && { layout: state.layout }),
		...(state.tab !== 'details' && { tab: state.tab }),
		...(view.filters.some((filter) => isRecentFilter(filter, state.info)) && { recent: true }),
		...(choice && { days: choice }),
		...(sought !== '' && { sought }),
	};
}
