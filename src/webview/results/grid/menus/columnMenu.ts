import type { MenuItem } from '../../../common/dom/menu';
import { rowHeaderId } from '../model/columnLayout';
import { placeOfColumn, visibleOf } from '../model/columnState';
import type { GridContext } from '../view/gridContext';
import type { ColumnActions } from './columnActions';

/** Opens things that a menu leads to. */
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
	const visible = visibleOf(model.columns);
	/** Whether the column can change places with the one there. */
	const canMove = (to: number) => visible[to]?.pinned === pinned;
	return [
		{
			kind: 'item',
			label: t('Sort ascending'),
			checked: sort?.descending === false,
			run: () => actions.sortAs(column, false, false),
		},
		{
			kind: 'item',
			label: t('Sort descending'),
			checked: sort?.descending === true,
			run: () => actions.sortAs(column, true, false),
		},
		...(others
			? [
					item(t('Then sort ascending'), () => actions.sortAs(column, false, true)),
					item(t('Then sort descending'), () => actions.sortAs(column, true, true)),
				]
			: []),
		...(sort ? [item(t('Do not sort by this'), () => actions.unsort(column))] : []),
		{ kind: 'separator' },
		item(t('Filter…'), () => targets.editFilter(column)),
		item(t('Group by this'), () => events.groupedBy(column)),
		item(t('Top values'), () => events.topValuesWanted(column)),
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
			label: t('Move left'),
			hint: 'Shift+←',
			disabled: !canMove(place - 1),
			run: () => actions.moveBy(column, -1),
		},
		{
			kind: 'item',
			label: t('Move right'),
			hint: 'Shift+→',
			disabled: !canMove(place + 1),
			run: () => actions.moveBy(column, 1),
		},
		{ kind: 'item', label: t('Wider'), hint: 'Alt+→', run: () => actions.widen(column, 1) },
		{ kind: 'item', label: t('Narrower'), hint: 'Alt+←', run: () => actions.widen(column, -1) },
		item(t('Fit to content'), () => actions.fit(column)),
	];
}

function cornerMenu(grid: GridContext, actions: ColumnActions, targets: MenuTargets): readonly MenuItem[] {
	const { model, options } = grid;
	const { t } = options;
	return [
		item(t('Columns…'), targets.chooseColumns),
		{
			kind: 'item',
			label: t('Select all'),
			hint: options.formatCount(model.count),
			disabled: model.count === 0,
			run: () => {
				model.selection.selectAll(model.count);
				grid.selectionChanged();
			},
		},
		{
			kind: 'item',
			label: t('Clear sorting'),
			disabled: model.sort.length === 0,
			run: () => actions.clearSort(),
		},
		{
			kind: 'item',
			label: t('Clear filters'),
			disabled: [...model.filters.values()].every(({ text }) => text === ''),
			run: () => actions.clearFilters(),
		},
		...options.gridMenu(),
	];
}

function item(label: string, run: () => void): MenuItem {
	return { kind: 'item', label, run };
}
