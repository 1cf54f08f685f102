import type { PositionRange } from '../../../src/shared/results';
import type { Reload } from '../../../src/webview/results/grid/grid';
import type { GridCell, GridFilter, GridSort } from '../../../src/webview/results/grid/model/types';

/** What the owner of the grid was told. */
export type Told =
	| { readonly kind: 'sorted'; readonly sort: readonly GridSort[] }
	| { readonly kind: 'filtered'; readonly filter: GridFilter }
	| { readonly kind: 'columns'; readonly columns: readonly string[] }
	| {
			readonly kind: 'selected';
			readonly ranges: readonly PositionRange[];
			readonly columns: readonly number[] | undefined;
	  }
	| {
			readonly kind: 'activated' | 'opened' | 'copiedCell';
			readonly cell: Pick<GridCell, 'position' | 'column' | 'text'>;
	  }
	| {
			readonly kind: 'copiedRows';
			readonly ranges: readonly PositionRange[];
			readonly columns: readonly number[] | undefined;
	  }
	| { readonly kind: 'groupedBy' | 'topValues' | 'filterEditWanted'; readonly column: number }
	| { readonly kind: 'filterHelpWanted' }
	| { readonly kind: 'counted'; readonly count: number }
	| { readonly kind: 'failed'; readonly message: string }
	| { readonly kind: 'announced'; readonly text: string };

export interface Frames {
	/** Milliseconds from frame to frame. */
	readonly intervals: readonly number[];
	/** Until the rows at the end of the scrolling were there. */
	readonly settled: number;
	readonly longTasks: number;
	readonly elementsBefore: number;
	readonly elementsAfter: number;
}

/** What the page of the tests lets them do; the rest they do as a person would. */
export interface StageApi {
	/** Everything told since the last call. */
	told(): readonly Told[];
	/** The same, without forgetting it. */
	toldSoFar(): readonly Told[];
	violations(): readonly string[];
	/** Sets which answers the provider gives from now on; `view` is a word in front of every text. */
	setView(change: { readonly view?: string; readonly count?: number }): void;
	reload(
		reload: Reload & {
			readonly filterTexts?: readonly (readonly [number, string])[];
			/** Of boxes that only tell. */
			readonly summaries?: readonly (readonly [number, string])[];
		},
	): void;
	setCount(count: number): void;
	goToRow(position: number, focus: boolean): void;
	goToColumn(column: number, focus: boolean): void;
	select(ranges: readonly PositionRange[]): void;
	setDensity(density: 'compact' | 'tall'): void;
	focus(): void;
	dispose(): void;
	/** From now on answers wait. */
	hold(): void;
	/** Lets the waiting answers go, last one first; those to come do not wait. */
	release(): void;
	/** The next answers are failures. */
	fail(failing: boolean): void;
	/** Requests that the provider got, and how many of them were aborted before they were answered. */
	requests(): { readonly made: number; readonly aborted: number };
	/** As if the scrollbar had been put there. Resolves when the page knows. */
	scrollTo(top: number): Promise<void>;
	setScreenReader(on: boolean): void;
	/** Positions and first texts of the rows on screen, in the order of the document. */
	rowsOnScreen(): readonly { readonly position: number; readonly text: string; readonly top: number }[];
	elements(): number;
	scrollRows(moves: number, rowsEach: number, when: 'everyFrame' | 'rowsAreThere'): Promise<Frames>;
}
