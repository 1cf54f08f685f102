import { ColumnLayout, rowHeaderId, type ShownColumn } from './columnLayout';
import { arrange, getVisible } from './columnState';
import { type Metrics, metricsFor } from './metrics';
import { filterRow, type GridPlace, headerRow } from './navigation';
import { RowSelection } from './rowSelection';
import type { Density, FilterBox, GridColumn, GridOptions, GridSort } from './types';

/** Cell that receives the focus when the grid is focused. It stores the column's ID, because columns can be moved. */
interface ActiveCell {
	readonly row: number;
	readonly column: number;
}

export class GridModel {
	readonly selection = new RowSelection();
	columns: readonly GridColumn[];
	sort: readonly GridSort[];
	filters: ReadonlyMap<number, FilterBox>;
	density: Density;
	count: number;
	active: ActiveCell;
	/** Position of the row whose record is shown in the record details. */
	current: number | undefined;
	/** Highest row number, which determines the width of the row header. */
	highestNumber: number;
	layout = new ColumnLayout([], 0, 0);
	metrics: Metrics;
	private laidOut: readonly GridColumn[] | undefined;
	/** Whether to render columns that are out of view. Screen readers need them to determine the column of a cell. */
	drawsAllColumns = false;

	constructor(options: GridOptions, count: number) {
		this.columns = arrange(options.columns);
		this.sort = options.sort;
		this.filters = options.filters;
		this.density = options.density;
		this.count = count;
		this.highestNumber = count;
		this.active = {
			row: count > 0 ? Math.min(options.top, count - 1) : headerRow,
			column: options.activeColumn ?? getVisible(this.columns)[0]?.id ?? rowHeaderId,
		};
		this.metrics = metricsFor(13, options.density);
	}

	get place(): GridPlace {
		return { row: this.active.row, column: this.indexOf(this.active.column) };
	}

	indexOf(column: number): number {
		return Math.max(
			0,
			this.layout.columns.findIndex(({ id }) => id === column),
		);
	}

	columnAt(index: number): ShownColumn | undefined {
		return this.layout.columns[index];
	}

	column(id: number): GridColumn | undefined {
		return this.columns.find((column) => column.id === id);
	}

	/** Range of column indexes with selected cells (`to` is exclusive). Undefined if whole rows are selected. */
	get selectedCells(): { readonly from: number; readonly to: number } | undefined {
		const { columns } = this.selection;
		const indices = columns ? [this.indexOf(columns.from), this.indexOf(columns.to)].filter((index) => index > 0) : [];
		return indices.length > 0 ? { from: Math.min(...indices), to: Math.max(...indices) + 1 } : undefined;
	}

	get selectedColumns(): readonly number[] | undefined {
		const cells = this.selectedCells;
		return cells && this.layout.columns.slice(cells.from, cells.to).map(({ id }) => id);
	}

	/** Returns a column's width in CSS pixels. The last column is widened to fill the remaining space. */
	shownWidth(id: number): number {
		return this.layout.widths[this.indexOf(id)] ?? 0;
	}

	/** Updates the layout. If nothing changes, the layout object stays the same, so that nothing is rendered again. */
	layOut(rowHeaderWidth: number, viewport: number): void {
		const { layout } = this;
		if (layout.viewport === viewport && layout.startOf(1) === rowHeaderWidth && this.laidOut === this.columns) {
			return;
		}
		this.laidOut = this.columns;
		const before = this.indexOf(this.active.column);
		this.layout = new ColumnLayout(getVisible(this.columns), rowHeaderWidth, viewport);
		if (!this.layout.columns.some(({ id }) => id === this.active.column)) {
			// The active column was hidden, so the column at its position becomes active.
			const neighbour = this.layout.columns[Math.min(before, this.layout.columns.length - 1)];
			this.active = { row: this.active.row, column: neighbour?.id ?? rowHeaderId };
		}
	}

	setCount(count: number): void {
		this.count = count;
		this.highestNumber = Math.max(this.highestNumber, count);
		this.selection.limitTo(count);
		if (this.active.row >= count) {
			this.active = { ...this.active, row: count > 0 ? count - 1 : filterRow };
		}
	}
}
