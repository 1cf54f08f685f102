import type { PluralForms } from '../../../../shared/plural';
import type { PositionRange } from '../../../../shared/results';
import type { MenuItem } from '../../../common/dom/menu';
import type { Translate } from '../../../common/format/translate';

export interface ColumnState {
	readonly id: number;
	readonly width: number;
	/** `default` until the first records arrive, then `content`. Undefined if the user has set the width. */
	readonly widthFrom?: 'default' | 'content';
	readonly hidden: boolean;
	readonly pinned: boolean;
}

export interface GridColumn extends ColumnState {
	readonly title: string;
	/** Header tooltip, which screen readers read after the name. Can be empty. */
	readonly description: string;
	readonly filterHint: string;
	readonly align: 'start' | 'end';
}

export interface GridRow {
	/** Zero-based row number in the file, shown one-based in the row header. */
	readonly number: number;
	/** Cell contents in the order of the requested columns, truncated to a suitable length. */
	readonly cells: readonly string[];
	readonly broken: boolean;
}

export interface GridPage {
	/** Total number of rows in the view. The grid uses the number in the latest response. */
	readonly count: number;
	readonly start: number;
	/** Rows of the page. There are fewer rows than requested only at the end of the view. */
	readonly rows: readonly GridRow[];
}

export interface RowsRequest {
	readonly start: number;
	/** End of the range of positions (exclusive). */
	readonly end: number;
	readonly columns: readonly number[];
	/** Number of calls to `Grid.reload`. Responses from earlier epochs are ignored. */
	readonly epoch: number;
	readonly signal: AbortSignal;
}

export interface Suggestions {
	readonly values: readonly { readonly value: string; readonly records: number }[];
	readonly records: number;
}

export interface GridProvider {
	/** Number of rows, which can be an estimate before the first response. */
	readonly count: number;
	rows(request: RowsRequest): Promise<GridPage>;
	suggestions(column: number, containing: string, signal: AbortSignal): Promise<Suggestions>;
}

export interface GridSort {
	readonly column: number;
	readonly descending: boolean;
}

/** Change in the filter row. An empty typed text clears the filter. */
export type GridFilter =
	| { readonly kind: 'cleared' }
	| { readonly kind: 'typed'; readonly column: number; readonly text: string }
	| { readonly kind: 'value'; readonly column: number; readonly value: string };

export interface FilterBox {
	readonly text: string;
	/** Whether the filter can be typed as this text. If not, the box is read-only and the owner provides an editor. */
	readonly typed: boolean;
	readonly note?: FilterNote | undefined;
}

export interface FilterNote {
	readonly words: string;
	/** Active filter. Escape restores it. */
	readonly holds: FilterBox;
}

export interface GridCell {
	readonly position: number;
	readonly row: GridRow;
	readonly column: number | undefined;
	/** Original text, which can differ from the displayed text. */
	readonly text: string;
}

export type Density = 'compact' | 'tall';

/** Events of the grid. Sorting and filtering are requests: the owner changes its view and calls `Grid.reload`. */
interface GridEvents {
	sorted(sort: readonly GridSort[]): void;
	filtered(filter: GridFilter): FilterNote | undefined;
	filterHelpWanted(anchor: HTMLElement): void;
	/** The width, order, visibility or pinning has changed. `columns` is in display order. */
	columnsChanged(columns: readonly ColumnState[]): void;
	/** @param columns IDs of columns with selected cells, in display order. Undefined if whole rows are selected. */
	selected(ranges: readonly PositionRange[], columns: readonly number[] | undefined): void;
	/** Another column became active. `column` is undefined for the row header. */
	columnActivated(column: number | undefined): void;
	activated(cell: GridCell): void;
	opened(cell: GridCell): void;
	copied(what: CopiedRows | CopiedCell): void;
	groupedBy(column: number): void;
	topValuesWanted(column: number): void;
	filterEditWanted(column: number): void;
	counted(count: number): void;
	/** The grid was scrolled. `top` is the position of the first visible row, `left` the offset in CSS pixels. */
	scrolled(top: number, left: number): void;
	failed(error: unknown): void;
}

interface CopiedRows {
	readonly kind: 'rows';
	readonly ranges: readonly PositionRange[];
	readonly columns: readonly number[] | undefined;
}

interface CopiedCell {
	readonly kind: 'cell';
	readonly cell: GridCell;
}

export interface GridOptions {
	readonly label: string;
	readonly t: Translate;
	readonly formatCount: (count: number) => string;
	readonly plural: (count: number, forms: PluralForms) => string;
	readonly formatShare: (part: number, whole: number) => string;
	readonly announce: (text: string) => void;
	readonly columns: readonly GridColumn[];
	readonly sort: readonly GridSort[];
	readonly filters: ReadonlyMap<number, FilterBox>;
	readonly density: Density;
	/** Set for records that have no position in a file. Their rows are numbered by position in the view. */
	readonly numbered?: 'inView';
	/** Position of the first visible row, and horizontal scroll offset in CSS pixels. */
	readonly top: number;
	readonly left?: number;
	/** ID of the initially active column. Defaults to the first column. */
	readonly activeColumn?: number | undefined;
	readonly events: GridEvents;
	readonly gridMenu: () => readonly MenuItem[];
	readonly cellMenu: (cell: GridCell) => readonly MenuItem[];
}
