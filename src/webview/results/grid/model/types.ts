import type { PositionRange } from '../../../../shared/results';
import type { MenuItem } from '../../../common/dom/menu';
import type { Translate } from '../../../common/words/translate';

/** What can be changed about a column; the rest of it never changes. */
export interface ColumnState {
	/** What the provider knows the column by; not negative. */
	readonly id: number;
	/** CSS pixels. */
	readonly width: number;
	/**
	 * What decided the width: nothing as yet, so that the first records that come will, or they did. Missing where a person
	 * did.
	 */
	readonly widthFrom?: 'default' | 'content';
	readonly hidden: boolean;
	/** Stays in view when the others scroll. */
	readonly pinned: boolean;
}

export interface GridColumn extends ColumnState {
	readonly title: string;
	/** Shown over the header and read after its name; may be ''. */
	readonly description: string;
	/** Shows in the empty box under the header how to filter. */
	readonly filterHint: string;
	/** Numbers stand at the end of their cell. */
	readonly align: 'start' | 'end';
}

export interface GridRow {
	/** Place in the file, from 0; shown from 1 in the row's header. */
	readonly number: number;
	/** In the order of the columns asked for, cut to a length that is fit for one cell. */
	readonly cells: readonly string[];
	readonly broken: boolean;
}

export interface GridPage {
	/** Rows of the whole view; the grid believes the latest answer. */
	readonly count: number;
	/** Position of the first row. */
	readonly start: number;
	/** Fewer than asked for only at the end of the view. */
	readonly rows: readonly GridRow[];
}

export interface RowsRequest {
	readonly start: number;
	/** Exclusive. */
	readonly end: number;
	readonly columns: readonly number[];
	/** Counts the calls of `Grid.reload`; an answer to an earlier one is dropped. */
	readonly epoch: number;
	readonly signal: AbortSignal;
}

export interface Suggestions {
	/** Most frequent first. */
	readonly values: readonly { readonly value: string; readonly records: number }[];
	/** Of the view, over which the values are counted. */
	readonly records: number;
}

/** Where the rows come from. */
export interface GridProvider {
	/** As far as it is known before the first answer. */
	readonly count: number;
	rows(request: RowsRequest): Promise<GridPage>;
	/** Values of a column to choose from in the filter row. */
	suggestions(column: number, containing: string, signal: AbortSignal): Promise<Suggestions>;
}

export interface GridSort {
	readonly column: number;
	readonly descending: boolean;
}

/** What a person typed into the filter row (`''` clears it), the value chosen there, or that all filters are to go. */
export type GridFilter =
	| { readonly kind: 'cleared' }
	| { readonly kind: 'typed'; readonly column: number; readonly text: string }
	| { readonly kind: 'value'; readonly column: number; readonly value: string };

/** What the box of a column says it is filtered by. */
export interface FilterBox {
	readonly text: string;
	/** Whether typing the text asks for the same; where it does not, the box is only read, and the owner edits. */
	readonly typed: boolean;
	readonly note?: FilterNote | undefined;
}

/** What the owner says of a text that was typed into a box. */
export interface FilterNote {
	readonly words: string;
	/** The text is no filter; what else holds, which the box goes back to with Escape. */
	readonly fault: { readonly holds: FilterBox } | undefined;
	/** Texts to take in its place. */
	readonly offers: readonly { readonly label: string; readonly text: string }[];
}

/** A cell of the body. */
export interface GridCell {
	readonly position: number;
	readonly row: GridRow;
	/** Undefined for the row's header. */
	readonly column: number | undefined;
	/** As the provider gave it. */
	readonly text: string;
}

export type Density = 'compact' | 'tall';

/** What a person did. Sorting and filtering are asked for: the owner changes its view and calls `Grid.reload`. */
interface GridEvents {
	sorted(sort: readonly GridSort[]): void;
	filtered(filter: GridFilter): FilterNote | undefined;
	/** How to filter is to be explained. */
	filterHelpWanted(anchor: HTMLElement): void;
	/** Widths, order, hidden and pinned, in the order on screen. */
	columnsChanged(columns: readonly ColumnState[]): void;
	/** @param columns Ids of those whose cells are selected, in the order on screen; undefined where whole rows are. */
	selected(ranges: readonly PositionRange[], columns: readonly number[] | undefined): void;
	/** The active cell moved to another column; undefined for the row's header. */
	columnActivated(column: number | undefined): void;
	/** The active cell moved to another row, which has come. */
	activated(cell: GridCell): void;
	/** Enter or a double click. */
	opened(cell: GridCell): void;
	/** The selected rows or cells, or the active cell when none is selected. */
	copied(what: CopiedRows | CopiedCell): void;
	/** From the menu of a column. */
	groupedBy(column: number): void;
	topValuesWanted(column: number): void;
	/** A filter that no box can say is to be edited. */
	filterEditWanted(column: number): void;
	counted(count: number): void;
	/** Position of the first row on screen, and how far it is scrolled sideways, in CSS pixels. */
	scrolled(top: number, left: number): void;
	failed(error: unknown): void;
}

interface CopiedRows {
	readonly kind: 'rows';
	readonly ranges: readonly PositionRange[];
	/** Of which the cells are copied; undefined for all. */
	readonly columns: readonly number[] | undefined;
}

interface CopiedCell {
	readonly kind: 'cell';
	readonly cell: GridCell;
}

export interface GridOptions {
	/** Name for screen readers. */
	readonly label: string;
	readonly t: Translate;
	/** A whole number in the reader's language. */
	readonly formatCount: (count: number) => string;
	/** `8.1%` */
	readonly formatShare: (part: number, whole: number) => string;
	/** Said to screen readers. */
	readonly announce: (text: string) => void;
	readonly columns: readonly GridColumn[];
	readonly sort: readonly GridSort[];
	/** What stands in the filter row, by column. */
	readonly filters: ReadonlyMap<number, FilterBox>;
	readonly density: Density;
	/** What a record is numbered by before its cells: its place in the file, or that in the view where it has no other. */
	readonly numbered?: 'inView';
	/** Position to begin at, and how far to begin sideways, in CSS pixels. */
	readonly top: number;
	readonly left?: number;
	/** Id of the column whose cell is active to begin with; the first one if none is given. */
	readonly activeColumn?: number | undefined;
	readonly events: GridEvents;
	/** More for the menu of the grid, below what it offers itself. */
	readonly gridMenu: () => readonly MenuItem[];
	/** More for the menu of a cell, below what the grid offers itself. */
	readonly cellMenu: (cell: GridCell) => readonly MenuItem[];
}
