import type { Head } from '../head/head';
import type { GridModel } from '../model/gridModel';
import type { GridPlace } from '../model/navigation';
import type { GridCell, GridOptions, GridProvider } from '../model/types';
import type { Viewport } from '../model/viewport';
import type { Body } from '../rows/body';
import type { PageLoader } from '../rows/pageLoader';

export interface Activation {
	/** Whether to focus the cell. If false, the cell gets the focus only if the grid already has the focus. */
	readonly focus: boolean;
	readonly reveal: 'nearest' | 'middle' | 'no';
	/** Whether to notify the owner that the row has been selected. */
	readonly notify: boolean;
}

export interface GridContext {
	readonly options: GridOptions;
	readonly provider: GridProvider;
	readonly model: GridModel;
	readonly viewport: Viewport;
	readonly loader: PageLoader;
	readonly head: Head;
	readonly body: Body;
	readonly id: string;
	readonly root: HTMLElement;
	readonly signal: AbortSignal;
	redraw(): void;
	activate(place: GridPlace, activation: Activation): void;
	focus(): void;
	/** Returns a column's width in CSS pixels. The last column fills the remaining space. */
	shownWidth(column: number): number;
	layoutChanged(): void;
	columnsChanged(): void;
	selectionChanged(): void;
	getPlace(target: EventTarget | null): GridPlace | undefined;
	/** Returns the cell at a position, or undefined while its row is loading. */
	cellAt(place: GridPlace): GridCell | undefined;
}
