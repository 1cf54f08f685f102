import type { Head } from '../head/head';
import type { GridModel } from '../model/gridModel';
import type { GridPlace } from '../model/navigation';
import type { GridCell, GridOptions, GridProvider } from '../model/types';
import type { Viewport } from '../model/viewport';
import type { Body } from '../rows/body';
import type { PageLoader } from '../rows/pageLoader';

export interface Activation {
	/** Whether the cell takes the keyboard focus, at once. Where the grid has it, it does in any case. */
	readonly focus: boolean;
	/** Scrolls just far enough, into the middle, or not at all. */
	readonly reveal: 'nearest' | 'middle' | 'no';
	/** Whether a person, or the owner for one, chose the row, so that the owner is notified. */
	readonly tell: boolean;
}

/** What the parts of one grid share. */
export interface GridContext {
	readonly options: GridOptions;
	readonly provider: GridProvider;
	readonly model: GridModel;
	readonly viewport: Viewport;
	readonly loader: PageLoader;
	readonly head: Head;
	readonly body: Body;
	/** What elements that refer to one another begin their ids with. */
	readonly id: string;
	/** Holds everything of the grid but menus. */
	readonly root: HTMLElement;
	/** Aborted at the grid's end. */
	readonly signal: AbortSignal;
	/** Draws before the next frame. */
	redraw(): void;
	activate(place: GridPlace, activation: Activation): void;
	/** Draws at once, and gives the focus to the active cell. */
	focus(): void;
	/** Of a column, as it is on screen or is about to be, where the last one takes what the others leave. CSS pixels. */
	shownWidth(column: number): number;
	/** Something changed on which sizes depend. */
	layoutChanged(): void;
	/** The columns were changed by a person. */
	columnsChanged(): void;
	selectionChanged(): void;
	/** Where a cell is, whatever of it is given; undefined for what is not in a cell. */
	placeOf(target: EventTarget | null): GridPlace | undefined;
	/** Undefined while its row is not there. */
	cellAt(place: GridPlace): GridCell | undefined;
}
