import './grid.css';
import type { PositionRange } from '../../../shared/results';
import { BodyPointer } from './input/bodyPointer';
import { GridKeyboard } from './input/gridKeyboard';
import { HeadPointer } from './input/headPointer';
import { ColumnActions } from './menus/columnActions';
import { FilterEditor } from './menus/filterEditor';
import { Menus } from './menus/menus';
import { arrange } from './model/columnState';
import { filterRow } from './model/navigation';
import type { Density, FilterBox, GridColumn, GridOptions, GridProvider, GridSort } from './model/types';
import { GridView } from './view/gridView';

export interface Reload {
	readonly sort?: readonly GridSort[];
	readonly filters?: ReadonlyMap<number, FilterBox>;
	/** Position of the row to activate and to show at the top of the grid. */
	readonly top?: number;
}

/** Grid that loads any number of rows on demand. The owner sorts and filters the rows, and then calls `reload`. */
export class Grid {
	private readonly view: GridView;
	private readonly filters: FilterEditor;

	constructor(host: HTMLElement, provider: GridProvider, options: GridOptions) {
		const view = new GridView(host, provider, options);
		const actions = new ColumnActions(view);
		this.filters = new FilterEditor(view, actions);
		const menus = new Menus(view, actions, this.filters);
		new HeadPointer(view, actions, (place, anchor) => menus.open(place, anchor));
		new BodyPointer(view, menus);
		new GridKeyboard(view, actions, this.filters, menus);
		this.view = view;
		// If no text is selected, the browser dispatches `copy` events to the body, even if the grid has the focus.
		document.addEventListener('copy', (event) => this.onCopy(event), { signal: view.signal });
	}

	get count(): number {
		return this.view.model.count;
	}

	get top(): number {
		return Math.floor(this.view.viewport.top / this.view.model.metrics.rowHeight);
	}

	get selection(): readonly PositionRange[] {
		return this.view.model.selection.ranges;
	}

	get columns(): readonly GridColumn[] {
		return this.view.model.columns;
	}

	/** Position of the active row. Undefined if the active cell is in the header row or the filter row. */
	get activePosition(): number | undefined {
		const { row } = this.view.model.active;
		return row >= 0 ? row : undefined;
	}

	/** Reloads all rows and clears the selection. Must be called after the provider's rows have changed. */
	reload({ sort, filters, top = 0 }: Reload = {}): void {
		const { view } = this;
		const { model, loader, viewport } = view;
		model.sort = sort ?? model.sort;
		model.filters = filters ?? model.filters;
		loader.reset();
		view.forgetReported();
		viewport.scrollTo(top * model.metrics.rowHeight);
		if (model.active.row >= 0) {
			model.active = { ...model.active, row: Math.min(top, Math.max(0, model.count - 1)) };
		}
		if (model.selection.size > 0) {
			model.selection.clear();
			view.selectionChanged();
		}
		view.layoutChanged();
	}

	setCount(count: number): void {
		if (count !== this.view.model.count) {
			this.view.loader.setCount(count);
			this.view.setCount(count);
		}
	}

	setColumns(columns: readonly GridColumn[]): void {
		this.view.model.columns = arrange(columns);
		this.view.layoutChanged();
	}

	setDensity(density: Density): void {
		this.view.model.density = density;
		this.view.layoutChanged();
	}

	goToRow(position: number, { focus = false } = {}): void {
		const { view } = this;
		const row = Math.max(0, Math.min(position, view.model.count - 1));
		if (view.model.count > 0) {
			view.activate({ row, column: view.model.place.column }, { focus, reveal: 'middle', notify: true });
		}
	}

	goToColumn(id: number, { focus = false } = {}): void {
		const { view } = this;
		const { model } = view;
		if (model.column(id)?.hidden) {
			model.columns = model.columns.map((column) => (column.id === id ? { ...column, hidden: false } : column));
			view.columnsChanged();
		}
		view.activate(
			{
				row: model.active.row,
				column: model.columns.filter(({ hidden }) => !hidden).findIndex((c) => c.id === id) + 1,
			},
			{ focus, reveal: 'nearest', notify: false },
		);
	}

	/** Makes a row the active row without scrolling or notifying the owner. */
	place(position: number): void {
		const { model } = this.view;
		if (position < model.count) {
			const place = { row: position, column: model.place.column };
			this.view.activate(place, { focus: false, reveal: 'no', notify: false });
		}
	}

	markCurrent(position: number | undefined): void {
		this.view.markCurrent(position);
	}

	/** Highlights a search text in all cells. An empty string removes the highlights. */
	mark(sought: string): void {
		this.view.mark(sought);
	}

	select(ranges: readonly PositionRange[]): void {
		this.view.model.selection.set(ranges);
		this.view.selectionChanged();
	}

	get activeColumn(): number | undefined {
		return this.view.model.columnAt(this.view.model.place.column)?.column?.id;
	}

	focusFilters(): void {
		const { column } = this.view.model.place;
		const place = { row: filterRow, column: Math.max(1, column) };
		this.view.activate(place, { focus: true, reveal: 'nearest', notify: false });
	}

	focus(): void {
		this.view.focus();
	}

	editFilter(id: number): void {
		this.goToColumn(id);
		this.filters.start(id);
	}

	dispose(): void {
		this.view.dispose();
	}

	private onCopy(event: ClipboardEvent): void {
		const { model, holdsFocus, options } = this.view;
		if (!holdsFocus || document.activeElement instanceof HTMLInputElement) {
			return;
		}
		const cell = this.view.cellAt(model.place);
		const { selection, selectedColumns: columns } = model;
		const isCell = selection.size === 1 && columns?.length === 1;
		if (selection.size > 0 && !isCell) {
			event.preventDefault();
			options.events.copied({ kind: 'rows', ranges: selection.ranges, columns });
		} else if (cell) {
			event.preventDefault();
			options.events.copied({ kind: 'cell', cell });
		}
	}
}
