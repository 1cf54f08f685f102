import type { PluralForms } from '../../../../shared/plural';
import type { PositionRange } from '../../../../shared/results';
import type { MenuItem } from '../../../common/dom/menu';
import type { Translate } from '../../../common/format/translate';

export interface ColumnState {
	readonly id: number;
	readonly width: number;
	/** Origin of the width: `default` until records arrive, then `content`. Undefined if the user has set the width. */
	readonly widthFrom?: 'default' | 'content';
	readonly hidden: boolean;
	readonly pinned: boolean;
}

export interface GridColumn extends ColumnState {
	readonly title: string;
	/** Tooltip of the header, which screen readers read after the name. May be empty. */
	readonly description: string;
	readonly filterHint: string;
	readonly align: 'start' | 'end';
}

export interface GridRow {
	/** Zero-based row number in the file, shown one-based in the row header. */
	readonly number: number;
	/** Cell contents in the order of the requested columns. Long values are truncated. */
	readonly cells: readonly string[];
	readonly broken: boolean;
}

export interface GridPage {
	/** Total number of rows in the view at the time of the response. */
	readonly count: number;
	readonly start: number;
	/** Rows of the page. At the end of the view, there can be fewer rows than requested. */
	readonly rows: readonly GridRow[];
}

export interface RowsRequest {
	readonly start: number;
	/** Position after the last requested row. */
	readonly end: number;
	readonly columns: readonly number[];
	/** Number of previous calls of `Grid.reload`. Responses to requests with an earlier number are ignored. */
	readonly epoch: number;
	readonly signal: AbortSignal;
}

export interface Suggestions {
	readonly values: readonly { readonly value: string; readonly records: number }[];
	readonly records: number;
}

export interface GridProvider {
	/** Number of rows. It may be an estimate until the first response arrives. */
	readonly count: number;
	rows(request: RowsRequest): Promise<GridPage>;
	suggestions(column: number, containing: string, signal: AbortSignal): Promise<Suggestions>;
}

export interface GridSort {
	readonly column: number;
	readonly descending: boolean;
}

/** Change in the filter row. If `text` is empty, the column's filter is removed. */
export type GridFilter =
	| { readonly kind: 'cleared' }
	| { readonly kind: 'typed'; readonly column: number; readonly text: string }
	| { readonly kind: 'value'; readonly column: number; readonly value: string };

export interface FilterBox {
	readonly text: string;
	/** Whether the filter can be edited as text. Otherwise, the box is read-only, and the owner provides an editor. */
	readonly typed: boolean;
	readonly note?: FilterNote | undefined;
}

export interface FilterNote {
	readonly words: string;
	/** Filter that is currently applied. Escape restores its text. */
	readonly holds: FilterBox;
}

export interface GridCell {
	readonly position: number;
	readonly row: GridRow;
	readonly column: number | undefined;
	/** Original text of the value. The grid may display it differently, for example truncated. */
	readonly text: string;
}

export type Density = 'compact' | 'tall';

/** Events of the grid. The owner must sort or filter the records on request, and then call `Grid.reload`. */
interface GridEvents {
	sorted(sort: readonly GridSort[]): void;
	filtered(filter: GridFilter): FilterNote | undefined;
	filterHelpWanted(anchor: HTMLElement): void;
	/** Called when the width, order, visibility, or pinning of columns has changed. `columns` is in display order. */
	columnsChanged(columns: readonly ColumnState[]): void;
	/** @param columns IDs of the columns with selected cells, in display order. Undefined if whole rows are selected */
	selected(ranges: readonly PositionRange[], columns: readonly number[] | undefined): void;
	/** Called when another column becomes active. `column` is undefined for the row header. */
	columnActivated(column: number | undefined): void;
	activated(cell: GridCell): void;
	opened(cell: GridCell): void;
	copied(what: CopiedRows | CopiedCell): void;
	groupedBy(column: number): void;
	topValuesWanted(column: number): void;
	filterEditWanted(column: number): void;
	counted(count: number): void;
	/** Called after scrolling. `top` is the position of the first visible row, and `left` is the horizontal offset. */
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
	/** Defined if the records have no position in a file. Rows are then numbered by their position in the view. */
	readonly numbered?: 'inView';
	/** Position of the first row that is visible initially. */
	readonly top: number;
	/** Initial horizontal scroll offset in CSS pixels. */
	readonly left?: number;
	/** ID of the initially active column. Defaults to the first column. */
	readonly activeColumn?: number | undefined;
	readonly events: GridEvents;
	readonly gridMenu: () => readonly MenuItem[];
	readonly cellMenu: (cell: GridCell) => readonly MenuItem[];
}
