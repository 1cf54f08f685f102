import type { ColumnActions } from '../menus/columnActions';
import type { FilterEditor } from '../menus/filterEditor';
import type { Menus } from '../menus/menus';
import { rowHeaderId } from '../model/columnLayout';
import { commandFor, type KeyCommand } from '../model/keyCommands';
import { type GridStep, move } from '../model/navigation';
import type { GridContext } from '../view/gridContext';

export class GridKeyboard {
	constructor(
		private readonly grid: GridContext,
		private readonly actions: ColumnActions,
		private readonly filters: FilterEditor,
		private readonly menus: Menus,
	) {
		grid.root.addEventListener('keydown', (event) => this.onKey(event), { signal: grid.signal });
	}

	private onKey(event: KeyboardEvent): void {
		if (event.target instanceof HTMLInputElement) {
			return;
		}
		const { model, viewport } = this.grid;
		const command = commandFor(event, model.active.row, viewport.rightToLeft);
		if (command && this.run(command)) {
			event.preventDefault();
			// Prevents VS Code from handling Alt+Left as Go Back.
			event.stopPropagation();
		}
	}

	private run(command: KeyCommand): boolean {
		const { model } = this.grid;
		const { row, column } = model.active;
		switch (command.kind) {
			case 'move':
				this.step(command.step, command.extend);
				return true;
			case 'open':
				return this.open();
			case 'selectAll':
				model.selection.selectAll(model.count);
				this.selected();
				return true;
			case 'selectRow':
				model.selection.selectOnly(row);
				this.selected();
				return true;
			case 'toggleRow':
				model.selection.toggle(row);
				this.selected();
				return true;
			case 'clearSelection':
				if (model.selection.size === 0) {
					return false;
				}
				model.selection.clear();
				this.selected();
				return true;
			case 'openMenu':
				this.menus.open(model.place);
				return true;
			case 'sort':
				if (column === rowHeaderId) {
					this.menus.open(model.place);
				} else {
					this.actions.sort(column, command.beside);
				}
				return true;
			case 'resizeColumn':
				if (column !== rowHeaderId) {
					this.actions.widen(column, command.by);
				}
				return true;
			case 'moveColumn':
				if (column !== rowHeaderId) {
					this.actions.moveBy(column, command.by);
				}
				return true;
			case 'editFilter':
				if (column !== rowHeaderId) {
					this.filters.edit(column, command.typed);
				} else if (command.typed === undefined || command.typed === '?') {
					this.filters.help();
				}
				return true;
		}
	}

	private step(step: GridStep, extend: boolean): void {
		const { model, viewport } = this.grid;
		const page = Math.max(1, Math.floor(viewport.height / model.metrics.rowHeight) - 1);
		const before = model.active;
		const place = move(model.place, step, { rows: model.count, columns: model.layout.columns.length, page });
		const activation = { focus: true, reveal: 'nearest', notify: true } as const;
		if (!extend) {
			model.selection.endExtension();
			if (model.selection.columns) {
				model.selection.clear();
				this.grid.selectionChanged();
			}
			this.grid.activate(place, activation);
			return;
		}
		// Header rows can't be selected. Cell selections also can't include row headers.
		const row = Math.max(0, place.row);
		const isRow = before.column === rowHeaderId;
		const column = isRow ? place.column : Math.max(1, place.column);
		const to = model.columnAt(column)?.id ?? before.column;
		model.selection.extend(before.row, row, isRow ? undefined : { from: before.column, to });
		this.selected();
		this.grid.activate({ row, column }, activation);
	}

	private open(): boolean {
		const cell = this.grid.cellAt(this.grid.model.place);
		if (cell) {
			this.grid.options.events.opened(cell);
		} else {
			this.grid.loader.retry();
		}
		return true;
	}

	private selected(): void {
		const { model, options } = this.grid;
		this.grid.selectionChanged();
		const { announce, plural } = options;
		const { size } = model.selection;
		const { selectedColumns } = model;
		if (selectedColumns) {
			const cells = size * selectedColumns.length;
			announce(plural(cells, { one: '{0} cell selected', other: '{0} cells selected' }));
		} else {
			announce(plural(size, { one: '{0} row selected', other: '{0} rows selected' }));
		}
	}
}
