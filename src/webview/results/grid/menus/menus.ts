import { element } from '../../../common/dom/element';
import { firstColumns } from '../../../common/dom/firstColumns';
import { firstOfMany } from '../../../common/dom/firstOfMany';
import { type MenuItem, openMenu } from '../../../common/dom/menu';
import { type Anchor, openPopover } from '../../../common/dom/popover';
import type { GridPlace } from '../model/navigation';
import type { GridColumn } from '../model/types';
import type { GridContext } from '../view/gridContext';
import type { ColumnActions } from './columnActions';
import { columnMenu } from './columnMenu';
import type { FilterEditor } from './filterEditor';

export class Menus {
	constructor(
		private readonly grid: GridContext,
		private readonly actions: ColumnActions,
		private readonly filters: FilterEditor,
	) {}

	open(place: GridPlace, anchor?: Anchor): void {
		const column = this.grid.model.columnAt(place.column)?.id;
		if (column === undefined) {
			return;
		}
		// The grid is focused before the menu opens, because closing the menu restores the previous focus.
		this.grid.focus();
		const at = anchor ?? this.below(place, column);
		if (place.row < 0) {
			this.openForColumn(column, at);
		} else {
			this.openForCell(place, at);
		}
	}

	private openForColumn(column: number, at: Anchor): void {
		const { model, options } = this.grid;
		const title = model.column(column)?.title;
		const label = title === undefined ? options.t('Grid menu') : options.t('{0} column menu', title);
		const targets = {
			editFilter: (id: number) => this.filters.start(id),
			chooseColumns: () => openColumnChooser(this.grid, this.actions, at),
		};
		openMenu(at, label, columnMenu(this.grid, this.actions, targets, column));
	}

	private openForCell(place: GridPlace, at: Anchor): void {
		const { options } = this.grid;
		const { t, events } = options;
		const cell = this.grid.cellAt(place);
		if (!cell) {
			return;
		}
		const { column } = cell;
		const own: MenuItem[] = [
			{ kind: 'item', label: t('Open Record'), hint: 'Enter', run: () => events.opened(cell) },
			...(column === undefined
				? []
				: ([
						{ kind: 'item', label: t('Copy Cell'), run: () => events.copied({ kind: 'cell', cell }) },
					] satisfies MenuItem[])),
		];
		const more = options.cellMenu(cell);
		openMenu(at, t('Cell menu'), [...own, ...(more.length > 0 ? [{ kind: 'separator' } as const] : []), ...more]);
	}

	private below(place: GridPlace, column: number): Anchor {
		const { head, body } = this.grid;
		const cell = place.row < 0 ? head.header(column)?.element : body.cell(place.row, column);
		const box = cell?.getBoundingClientRect();
		return { x: box?.left ?? 0, y: box?.bottom ?? 0 };
	}
}

function openColumnChooser(grid: GridContext, actions: ColumnActions, anchor: Anchor): void {
	const { model, options } = grid;
	const { t, formatCount } = options;
	const choice = ({ id, title, description, hidden }: GridColumn) => {
		const box = element('input', { type: 'checkbox', checked: !hidden });
		box.addEventListener('change', () => {
			actions.setHidden(id, !box.checked);
			// The checkbox stays checked if the column is the last visible column, which can't be hidden.
			box.checked = model.column(id)?.hidden === false;
		});
		return element('label', { title: description || title }, box, title);
	};
	const choices = firstOfMany({
		items: () => model.columns,
		getName: ({ title }) => title,
		draw: (columns) => element('div', { class: 'grid-chooser' }, ...columns.map(choice)),
		...firstColumns(t, formatCount),
	});
	const popover = openPopover(anchor, choices, { label: t('Columns'), onClose: () => grid.focus() });
	popover.root.addEventListener('keydown', (event) => {
		const inputs = [...popover.root.querySelectorAll('input')];
		const at = inputs.indexOf(document.activeElement as HTMLInputElement);
		const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
		if (by !== 0) {
			event.preventDefault();
			event.stopPropagation();
			inputs[(at + by + inputs.length) % inputs.length]?.focus();
		}
	});
	popover.root.querySelector('input')?.focus();
}
