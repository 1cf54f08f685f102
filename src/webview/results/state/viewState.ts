import type {
	DetailTab,
	PaneLayout,
	ResultsLayout,
	SavedColumn,
	SavedFocus,
	SyncedDaysView,
	ViewState,
} from '../../../shared/protocols/resultsProtocol';
import type { GroupKey, GroupOrder, TableInfo, View } from '../../../shared/results';
import type { DaysChoice } from '../../../shared/syncedDays';
import type { DayRows } from './dayPlaces';
import type { FilterHistory } from './filterHistory';

export type ReadingState =
	| { readonly kind: 'reading'; readonly bytes: number; readonly totalBytes: number }
	| { readonly kind: 'done' }
	| { readonly kind: 'failed'; readonly message: string };

export interface SavedLayout {
	/** Index into `TableInfo.columns`. */
	readonly column: number;
	readonly width: number;
	/** Origin of the width: `default` until records arrive, then `content`. Undefined if the user has set the width. */
	readonly widthFrom?: 'default' | 'content';
	readonly hidden: boolean;
	readonly pinned: boolean;
}

export interface Selection {
	readonly number: number;
	/** Position in the view. Undefined if the position is unknown or the view doesn't contain the record. */
	readonly position: number | undefined;
}

export interface State {
	readonly info: TableInfo;
	readonly reading: ReadingState;
	readonly view: View;
	/** Number of records in the view. Undefined until the first result arrives. */
	readonly count: number | undefined;
	readonly columns: readonly SavedLayout[];
	/** Saved columns that the file doesn't contain, but that may occur later in the file or in the next file. */
	readonly awaited: readonly SavedColumn[];
	readonly groupKey: GroupKey;
	readonly groupOrder: GroupOrder;
	/** Whether the groups are shown. Before that, other panes send no queries, because these would delay the groups. */
	readonly groupsAnswered: boolean;
	readonly stackBy: number | undefined;
	readonly panes: PaneLayout;
	readonly groupsShown: boolean;
	readonly recordShown: boolean;
	readonly density: 'compact' | 'tall';
	/** Layout that the user selected. Undefined for the default layout. */
	readonly layout: ResultsLayout | undefined;
	readonly tab: DetailTab;
	readonly selection: Selection | undefined;
	readonly comparedWith: number | undefined;
	/** Position of the first visible row. */
	readonly top: number;
	/** Horizontal scroll offset of the grid in CSS pixels. */
	readonly left: number;
	/** Vertical scroll offset of the record details in CSS pixels. */
	readonly recordTop: number;
	readonly focus: SavedFocus | undefined;
	readonly history: FilterHistory;
	readonly sought: string;
	readonly days: SyncedDaysView | undefined;
	/** Visible days when the table was opened, used to find the selected record when other days are shown. */
	readonly openedDays: DayRows | undefined;
	/** Saved state to restore as soon as days with records are shown. Until then, the view has no columns. */
	readonly leftAs: ViewState | undefined;
}

export type Pane = 'groups' | 'record' | 'histogram';

export type Action =
	| { readonly kind: 'progress'; readonly info: TableInfo; readonly reading: ReadingState; readonly records: number }
	| { readonly kind: 'readingFailed'; readonly message: string }
	| { readonly kind: 'filtersSet'; readonly filters: View['filters'] }
	| { readonly kind: 'filtersUndone' | 'filtersRedone' }
	| { readonly kind: 'sorted'; readonly sort: View['sort'] }
	| { readonly kind: 'counted'; readonly view: View; readonly count: number }
	| { readonly kind: 'columnsLaidOut'; readonly columns: readonly SavedLayout[] }
	| { readonly kind: 'groupKeyChosen'; readonly key: GroupKey }
	| { readonly kind: 'groupOrderChosen'; readonly order: GroupOrder }
	| { readonly kind: 'groupsAnswered' }
	| { readonly kind: 'stackedBy'; readonly column: number | undefined }
	| { readonly kind: 'paneToggled'; readonly pane: Pane; readonly shown?: boolean }
	| { readonly kind: 'panesLaidOut'; readonly panes: Partial<PaneLayout> }
	| { readonly kind: 'layoutReset' }
	| { readonly kind: 'layoutChosen'; readonly layout: ResultsLayout }
	| { readonly kind: 'tabChosen'; readonly tab: DetailTab }
	| { readonly kind: 'densityChosen'; readonly density: State['density'] }
	| { readonly kind: 'selected'; readonly selection: Selection | undefined }
	| { readonly kind: 'comparedWith'; readonly number: number | undefined }
	| { readonly kind: 'scrolled'; readonly top: number; readonly left: number }
	| { readonly kind: 'recordScrolled'; readonly top: number }
	| { readonly kind: 'focused'; readonly focus: SavedFocus }
	| { readonly kind: 'sought'; readonly text: string }
	| { readonly kind: 'daysKnown'; readonly days: SyncedDaysView }
	| { readonly kind: 'daysChosen'; readonly choice: DaysChoice };
