import { ColumnLayout, rowHeaderId, type ShownColumn } from './columnLayout';
import { arrange, visibleOf } from './columnState';
import { type Metrics, metricsFor } from './metrics';
import { filterRow, type GridPlace, headerRow } from './navigation';
import { RowSelection } from './rowSelection';
import type { Density, FilterBox, GridColumn, GridOptions, GridSort } from './types';

/** The cell which has the focus, or will have it. Its column is known by id, as columns move. */
interface ActiveCell {
	readonly row: number;
	readonly column: number;
}

/** What the grid shows, apart from the rows and from where it is scrolled to. */
export class GridModel {
	readonly selection = new RowSelection();
	columns: readonly GridColumn[];
	sort: readonly GridSort[];
	filters: ReadonlyMap<number, FilterBox>;
	density: Density;
	count: number;
	active: ActiveCell;
	/** Position of the row that the owner shows elsewhere. */
	current: number | undefined;
	/** Decides how wide the row's header is. */
	highestNumber: number;
	layout = new ColumnLayout([], 0, 0);
	metrics: Metrics;
	private laidOut: readonly GridColumn[] | undefined;
	/** Screen readers take the column of a cell from its neighbours, so with one all cells are drawn. */
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
			column: options.activeColumn ?? visibleOf(this.columns)[0]?.id ?? rowHeaderId,
		};
		this.metrics = metricsFor(13, options.density);
	}

	get place(): GridPlace {
		return { row: this.active.row, column: this.indexOf(this.active.column) };
	}

	/** Index among the visible columns, the row's header being 0. */
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

	/** Indices of the visible columns whose cells are selected, the last one exclusive; undefined where whole rows are. */
	get selectedCells(): { readonly from: number; readonly to: number } | undefined {
		const { columns } = this.selection;
		const indices = columns ? [this.indexOf(columns.from), this.indexOf(columns.to)].filter((index) => index > 0) : [];
		return indices.length > 0 ? { from: Math.min(...indices), to: Math.max(...indices) + 1 } : undefined;
	}

	/** Their ids, in the order on screen. */
	get selectedColumns(): readonly number[] | undefined {
		const cells = this.selectedCells;
		return cells && this.layout.columns.slice(cells.from, cells.to).map(({ id }) => id);
	}

	/** As the columns were laid out last, where the last one takes what the others leave. CSS pixels. */
	shownWidth(id: number): number {
		return this.layout.widths[this.indexOf(id)] ?? 0;
	}

	/** Keeps the layout, and with it what is drawn by it, when it would be the same. */
	layOut(rowHeaderWidth: number, viewport: number): void {
		const { layout } = this;
		if (layout.viewport === viewport && layout.startOf(1) === rowHeaderWidth && this.laidOut === this.columns) {
			return;
		}
		this.laidOut = this.columns;
		const before = this.indexOf(this.active.column);
		this.layout = new ColumnLayout(visibleOf(this.columns), rowHeaderWidth, viewport);
		if (!this.layout.columns.some(({ id }) => id === this.active.column)) {
			// The active column was hidden: its neighbour takes the focus.
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
