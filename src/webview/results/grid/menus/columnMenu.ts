import type { MenuItem } from '../../../common/dom/menu';
import { rowHeaderId } from '../model/columnLayout';
import { getVisible, placeOfColumn } from '../model/columnState';
import type { GridContext } from '../view/gridContext';
import type { ColumnActions } from './columnActions';

interface MenuTargets {
	editFilter(column: number): void;
	chooseColumns(): void;
}

export function columnMenu(
	grid: GridContext,
	actions: ColumnActions,
	targets: MenuTargets,
	column: number,
): readonly MenuItem[] {
	return column === rowHeaderId ? cornerMenu(grid, actions, targets) : menuOf(grid, actions, targets, column);
}

function menuOf(
	{ model, options }: GridContext,
	actions: ColumnActions,
	targets: MenuTargets,
	column: number,
): readonly MenuItem[] {
	const { t, events } = options;
	const sort = model.sort.find((key) => key.column === column);
	const others = model.sort.some((key) => key.column !== column);
	const pinned = model.column(column)?.pinned ?? false;
	const place = placeOfColumn(model.columns, column);
	const visible = getVisible(model.columns);
	const canMove = (to: number) => visible[to]?.pinned === pinned;
	return [
		{
			kind: 'item',
			label: t('Sort Ascending'),
			checked: sort?.descending === false,
			run: () => actions.sortAs(column, false, false),
		},
		{
			kind: 'item',
			label: t('Sort Descending'),
			checked: sort?.descending === true,
			run: () => actions.sortAs(column, true, false),
		},
		...(others
			? [
					item(t('Then Sort Ascending'), () => actions.sortAs(column, false, true)),
					item(t('Then Sort Descending'), () => actions.sortAs(column, true, true)),
				]
			: []),
		...(sort ? [item(t('Remove Sort'), () => actions.unsort(column))] : []),
		{ kind: 'separator' },
		item(t('Filter…'), () => targets.editFilter(column)),
		item(t('Group by This Column'), () => events.groupedBy(column)),
		item(t('Show Top Values'), () => events.topValuesWanted(column)),
		{ kind: 'separator' },
		{ kind: 'item', label: t('Pinned'), checked: pinned, run: () => actions.setPinned(column, !pinned) },
		{
			kind: 'item',
			label: t('Hide'),
			disabled: visible.length === 1,
			run: () => actions.setHidden(column, true),
		},
		item(t('Columns…'), targets.chooseColumns),
		{ kind: 'separator' },
		{
			kind: 'item',
			label: t('Move Left'),
			hint: 'Shift+←',
			disabled: !canMove(place - 1),
			run: () => actions.moveBy(column, -1),
		},
		{
			kind: 'item',
			label: t('Move Right'),
			hint: 'Shift+→',
			disabled: !canMove(place + 1),
			run: () => actions.moveBy(column, 1),
		},
		{ kind: 'item', label: t('Increase Width'), hint: 'Alt+→', run: () => actions.widen(column, 1) },
		{ kind: 'item', label: t('Decrease Width'), hint: 'Alt+←', run: () => actions.widen(column, -1) },
		item(t('Fit to Content'), () => actions.fit(column)),
	];
}

function cornerMenu(grid: GridContext, actions: ColumnActions, targets: MenuTargets): readonly MenuItem[] {
	const { model, options } = grid;
	const { t } = options;
	return [
		item(t('Columns…'), targets.chooseColumns),
		{
			kind: 'item',
			label: t('Select All'),
			hint: options.formatCount(model.count),
			disabled: model.count === 0,
			run: () => {
				model.selection.selectAll(model.count);
				grid.selectionChanged();
			},
		},
		{
			kind: 'item',
			label: t('Clear Sorting'),
			disabled: model.sort.length === 0,
			run: () => actions.clearSort(),
		},
		{
			kind: 'item',
			label: t('Clear Filters'),
			disabled: [...model.filters.values()].every(({ text }) => text === ''),
			run: () => actions.clearFilters(),
		},
		...options.gridMenu(),
	];
}

function item(label: string, run: () => void): MenuItem {
	return { kind: 'item', label, run };
}
