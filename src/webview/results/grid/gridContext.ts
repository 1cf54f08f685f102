import type { MenuItem } from '../dom/menu';
import type { Anchor } from '../dom/popover';
import type { Body } from './body';
import type { GridModel } from './gridModel';
import type { Head } from './head';
import type { Place } from './navigation';
import type { PageLoader } from './pageLoader';
import type { GridCell, GridOptions, GridProvider } from './types';
import type { Viewport } from './viewport';

export interface Activation {
	/** Whether the cell takes the keyboard focus; where the grid has it, it always does. */
	readonly focus: boolean;
	/** Scrolls just far enough, into the middle, or not at all. */
	readonly reveal: 'nearest' | 'middle' | 'no';
	/** Whether a person, or the owner for one, chose the row, and the owner is to be told. */
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
	/** Aborted at the grid's end. */
	readonly signal: AbortSignal;
	/** Draws before the next frame. */
	redraw(): void;
	activate(place: Place, activation: Activation): void;
	/** Gives the focus back to the active cell. */
	focus(): void;
	/** The columns were changed by a person. */
	columnsChanged(): void;
	selectionChanged(): void;
	/** Undefined while its row is not there. */
	cellAt(place: Place): GridCell | undefined;
	showMenu(anchor: Anchor, label: string, items: readonly MenuItem[]): void;
}
