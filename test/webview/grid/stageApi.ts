import type { PositionRange } from '../../../src/shared/results';
import type { Reload } from '../../../src/webview/results/grid/grid';
import type { GridCell, GridFilter, GridSort } from '../../../src/webview/results/grid/model/types';

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
	/** Durations between frames in milliseconds. */
	readonly intervals: readonly number[];
	/** Milliseconds until the rows at the final scroll position were rendered. */
	readonly settled: number;
	readonly longTasks: number;
	readonly elementsBefore: number;
	readonly elementsAfter: number;
}

export interface HarnessApi {
	/** Returns all events since the last call and clears them. */
	told(): readonly Told[];
	/** Returns all events since they were last cleared, without clearing them. */
	toldSoFar(): readonly Told[];
	violations(): readonly string[];
	/** Sets the responses of the provider from now on. `view` is a prefix of every text. */
	setView(change: { readonly view?: string; readonly count?: number }): void;
	reload(
		reload: Reload & {
			readonly filterTexts?: readonly (readonly [number, string])[];
			/** Texts of read-only filter inputs by column. */
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
	hold(): void;
	/** Releases the held responses in reverse order and stops holding further ones. */
	release(): void;
	fail(failing: boolean): void;
	requests(): { readonly made: number; readonly aborted: number };
	/** Moves the scrollbar and resolves when the page has received the scroll event. */
	scrollTo(top: number): Promise<void>;
	setScreenReader(on: boolean): void;
	rowsOnScreen(): readonly { readonly position: number; readonly text: string; readonly top: number }[];
	elements(): number;
	scrollRows(moves: number, rowsEach: number, when: 'everyFrame' | 'rowsAreThere'): Promise<Frames>;
}
