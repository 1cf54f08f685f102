import type { DaysChoice } from '../../../shared/keptDays';
import type { GroupKey, GroupOrder, TableInfo, View } from '../../../shared/results';
import type { KeptColumn, KeptDaysView, KeptFocus, PaneLayout, ViewState } from '../../../shared/resultsProtocol';
import type { DayRows } from './dayPlaces';
import type { FilterHistory } from './filterHistory';

/** How far the file has been read. */
export type ReadingState =
	| { readonly kind: 'reading'; readonly bytes: number; readonly totalBytes: number }
	| { readonly kind: 'done' }
	| { readonly kind: 'failed'; readonly message: string };

/** A column as it is shown; the order of the list is the order on screen. */
export interface KeptLayout {
	/** Index into `TableInfo.columns`. */
	readonly column: number;
	/** CSS pixels. */
	readonly width: number;
	/** What decided the width: nothing as yet, or the records. Missing where a person did. */
	readonly widthFrom?: 'default' | 'content';
	readonly hidden: boolean;
	readonly pinned: boolean;
}

export interface Selection {
	/** The record's place in the file. */
	readonly number: number;
	/** Its place in the view; undefined while nobody has asked, or when the view does not hold it. */
	readonly position: number | undefined;
}

export interface State {
	readonly info: TableInfo;
	readonly reading: ReadingState;
	readonly view: View;
	/** Records of the view; undefined until the first answer about it. */
	readonly count: number | undefined;
	readonly columns: readonly KeptLayout[];
	/** How columns were laid out before. Those that the file does not have may come further on in it, or in the next one. */
	readonly awaited: readonly KeptColumn[];
	readonly groupKey: GroupKey;
	readonly groupOrder: GroupOrder;
	/** Index of the column by which the histogram is stacked. */
	readonly stackBy: number | undefined;
	readonly panes: PaneLayout;
	readonly groupsShown: boolean;
	readonly recordShown: boolean;
	readonly density: 'compact' | 'tall';
	readonly selection: Selection | undefined;
	/** Number of the record that the selected one is compared with. */
	readonly comparedWith: number | undefined;
	/** Position of the first row on screen. */
	readonly top: number;
	/** How far the grid is scrolled sideways, and the record down. CSS pixels. */
	readonly left: number;
	readonly recordTop: number;
	/** What has the focus, or had it last. */
	readonly focus: KeptFocus | undefined;
	/** Of the filters. */
	readonly history: FilterHistory;
	/** The text that is looked for and marked; '' for none. */
	readonly sought: string;
	/** Undefined for anything but kept records. */
	readonly days: KeptDaysView | undefined;
	/** By which a record is found again once other days are shown; undefined where the days are not known. */
	readonly openedDays: DayRows | undefined;
	/** How the view was left, as long as there are no columns that it could be shown with: days without a record have none. */
	readonly leftAs: ViewState | undefined;
}

type Pane = 'groups' | 'record' | 'histogram';

export type Action =
	| { readonly kind: 'progress'; readonly info: TableInfo; readonly reading: ReadingState; readonly records: number }
	| { readonly kind: 'readingFailed'; readonly message: string }
	| { readonly kind: 'filtersSet'; readonly filters: View['filters'] }
	/** One step back in the filters' history, or forth. */
	| { readonly kind: 'filtersUndone' | 'filtersRedone' }
	| { readonly kind: 'sorted'; readonly sort: View['sort'] }
	| { readonly kind: 'counted'; readonly view: View; readonly count: number }
	| { readonly kind: 'columnsLaidOut'; readonly columns: readonly KeptLayout[] }
	| { readonly kind: 'groupKeyChosen'; readonly key: GroupKey }
	| { readonly kind: 'groupOrderChosen'; readonly order: GroupOrder }
	| { readonly kind: 'stackedBy'; readonly column: number | undefined }
	| { readonly kind: 'paneToggled'; readonly pane: Pane; readonly shown?: boolean }
	| { readonly kind: 'panesLaidOut'; readonly panes: Partial<PaneLayout> }
	| { readonly kind: 'layoutReset' }
	| { readonly kind: 'densityChosen'; readonly density: State['density'] }
	| { readonly kind: 'selected'; readonly selection: Selection | undefined }
	| { readonly kind: 'comparedWith'; readonly number: number | undefined }
	| { readonly kind: 'scrolled'; readonly top: number; readonly left: number }
	| { readonly kind: 'recordScrolled'; readonly top: number }
	| { readonly kind: 'focused'; readonly focus: KeptFocus }
	| { readonly kind: 'sought'; readonly text: string }
	| { readonly kind: 'daysKnown'; readonly days: KeptDaysView }
	/** Other records come in the place of those that are shown. */
	| { readonly kind: 'daysChosen'; readonly choice: DaysChoice };
