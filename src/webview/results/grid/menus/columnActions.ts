import { changeColumn, getVisible, moveColumn, placeOfColumn } from '../model/columnState';
import { cellPadding, headerPadding } from '../model/firstWidths';
import { nextSort, sortBy, withoutSort } from '../model/sorting';
import type { ColumnState, FilterBox, GridSort } from '../model/types';
import type { GridContext } from '../view/gridContext';

const widthStep = 16;

/** Maximum width, in CSS pixels, of a column that is fitted to its contents. */
const widestFit = 800;

export class ColumnActions {
	constructor(private readonly grid: GridContext) {}

	/** Cycles through ascending, descending, and unsorted. If `beside` is true, preserves the other sort columns. */
	sort(column: number, beside: boolean): void {
		this.setSort(nextSort(this.grid.model.sort, column, beside), column);
	}

	sortAs(column: number, descending: boolean, beside: boolean): void {
		this.setSort(sortBy(this.grid.model.sort, column, descending, beside), column);
	}

	unsort(column: number): void {
		this.setSort(withoutSort(this.grid.model.sort, column), column);
	}

	clearSort(): void {
		this.setSort([], undefined);
	}

	clearFilters(): void {
		this.grid.model.filters = new Map();
		this.grid.redraw();
		this.grid.options.events.filtered({ kind: 'cleared' });
	}

	filter(column: number, text: string): void {
		const { model, options } = this.grid;
		if ((model.filters.get(column)?.text ?? '') !== text) {
			this.showFilter(column, { text, typed: true });
			const note = options.events.filtered({ kind: 'typed', column, text });
			if (note) {
				this.showFilter(column, { text, typed: true, note });
				options.announce(note.words);
			}
		}
	}

	showFilter(column: number, box: FilterBox): void {
		const { model } = this.grid;
		model.filters = new Map(model.filters).set(column, box);
		this.grid.redraw();
	}

	setHidden(column: number, hidden: boolean): void {
		const { t, announce } = this.grid.options;
		if (hidden && getVisible(this.grid.model.columns).length === 1) {
			announce(t("The last column can't be hidden."));
			return;
		}
		this.change(column, { hidden });
		announce(hidden ? t('Column {0} hidden', this.title(column)) : t('Column {0} shown', this.title(column)));
	}

	setPinned(column: number, pinned: boolean): void {
		const { t, announce } = this.grid.options;
		this.change(column, { pinned });
		announce(pinned ? t('Column {0} pinned', this.title(column)) : t('Column {0} unpinned', this.title(column)));
	}

	move(column: number, to: number): void {
		const { model, options } = this.grid;
		const before = placeOfColumn(model.columns, column);
		model.columns = moveColumn(model.columns, column, to);
		const place = placeOfColumn(model.columns, column);
		if (place !== before) {
			this.grid.columnsChanged();
			const { t, announce } = options;
			announce(t('{0} moved to position {1} of {2}', this.title(column), place + 1, getVisible(model.columns).length));
		}
	}

	/** @param by 1 to move the column toward the end, or -1 to move it toward the start */
	moveBy(column: number, by: 1 | -1): void {
		this.move(column, placeOfColumn(this.grid.model.columns, column) + by);
	}

	/** Sets a column's width. During a drag, `done` is false and the owner is not notified. */
	setWidth(column: number, width: number, done: boolean): void {
		const { model } = this.grid;
		model.columns = changeColumn(model.columns, column, { width });
		if (done) {
			this.grid.columnsChanged();
		} else {
			this.grid.layoutChanged();
		}
	}

	widen(column: number, by: 1 | -1): void {
		this.setWidth(column, this.grid.shownWidth(column) + by * widthStep, true);
		this.announceWidth(column);
	}

	fit(column: number): void {
		const { body, head } = this.grid;
		const cells = body.cellsOf(column).map(({ textWidth }) => textWidth + cellPadding);
		const title = (head.header(column)?.titleWidth ?? 0) + headerPadding;
		this.setWidth(column, Math.min(widestFit, Math.ceil(Math.max(title, ...cells))), true);
		this.announceWidth(column);
	}

	private change(column: number, change: Partial<Omit<ColumnState, 'id'>>): void {
		const { model } = this.grid;
		model.columns = changeColumn(model.columns, column, change);
		this.grid.columnsChanged();
	}

	private setSort(sort: readonly GridSort[], column: number | undefined): void {
		const { model, options } = this.grid;
		const { t, announce } = options;
		model.sort = sort;
		this.grid.redraw();
		const key = sort.find((held) => held.column === column);
		if (column === undefined || !key) {
			announce(sort.length === 0 ? t('Not sorted') : t('No longer sorted by {0}', this.title(column ?? 0)));
		} else {
			const title = this.title(column);
			announce(key.descending ? t('Sorted by {0}, descending', title) : t('Sorted by {0}, ascending', title));
		}
		options.events.sorted(sort);
	}

	private announceWidth(column: number): void {
		const { t, announce } = this.grid.options;
		announce(t('Column {0} is {1} pixels wide', this.title(column), this.width(column)));
	}

	private width(column: number): number {
		return this.grid.model.column(column)?.width ?? 0;
	}

	private title(column: number): string {
		return this.grid.model.column(column)?.title ?? '';
	}
}
