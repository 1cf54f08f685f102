import type { TraitLines } from '../comparison';
import type { GroupValue } from '../groupValue';
import type { RecordQueries } from '../recordsApi';
import type {
	CopyOrSave,
	GroupKey,
	GroupOrder,
	GroupPage,
	OpenProgress,
	PositionRange,
	ReportQuestion,
	TableInfo,
	TextToCopy,
	View,
} from '../results';
import type { Method } from '../rpc';
import type { NamedFilters } from '../savedColumns';
import type { DaySpan, DayState, DaysChoice } from '../syncedDays';
import type { TableNews } from '../tableChangeNotifier';
import type { TraceActionId, TraceView } from '../traceView';
import type { ActiveRates, ShownFix, ShownTriage, TriageState } from '../triage';
import type { SoughtGroup } from './comparisonProtocol';
import type { Notice } from './notice';

/** Positions and sizes of the panes, in CSS pixels. */
export interface PaneLayout {
	readonly groupsPlace: 'beside' | 'above';
	/** Size of the groups pane. If undefined, the pane fills the available space. */
	readonly groupsSize?: number | undefined;
	readonly recordPlace: 'below' | 'beside';
	readonly recordSize?: number | undefined;
	/** Width of the list of groups if it is next to the details, and its height if it is above them. */
	readonly listWidth?: number | undefined;
	readonly listHeight?: number | undefined;
	readonly histogramShown: boolean;
}

/** `triage` shows a list of groups and the details of the selected one. `grid` shows all panes at the same time. */
export type ResultsLayout = 'triage' | 'grid';

export type DetailTab = 'details' | 'records' | 'timeline';

export type PaneName = 'head' | 'chart' | 'groups' | 'detail' | 'grid' | 'record';

export interface SavedFocus {
	readonly pane: PaneName;
	/**
	 * Zero-based index of the stack trace line that contains the focused link. Undefined if no such link has the focus.
	 */
	readonly line?: number | undefined;
	/** Control that has the focus in the header. Undefined if the search box has the focus. */
	readonly control?: 'days' | undefined;
	readonly column?: string | undefined;
}

export interface SavedColumn {
	readonly name: string;
	/** Width in CSS pixels. If undefined, the column fits its content. */
	readonly width?: number | undefined;
	/** Whether the width was fitted to the content instead of set by the user. */
	readonly fitted?: boolean;
	readonly hidden: boolean;
	readonly pinned: boolean;
}

interface Arrangement {
	/** Names of the columns that the saved state refers to by index. Undefined if an older version saved the state. */
	readonly columnNames?: Readonly<Record<number, string>>;
	readonly columns: readonly SavedColumn[];
	readonly groupKey: GroupKey | undefined;
	readonly groupOrder: GroupOrder;
	readonly groupsShown: boolean;
	readonly recordShown: boolean;
	readonly stackBy: string | undefined;
	readonly density: 'compact' | 'tall';
	readonly panes?: PaneLayout;
	/** Undefined for the default layout, which depends on the file's columns. */
	readonly layout?: ResultsLayout | undefined;
}

/** State of the view that is restored after a reload. Only its filters and searches contain text from records. */
export interface ViewState extends Arrangement {
	readonly view: View;
	readonly selected: number | undefined;
	readonly selectedOn?: PlaceInDay;
	readonly top: number;
	/** Scroll positions in CSS pixels: `left` in the grid, `recordTop` in the record details. */
	readonly left?: number;
	readonly recordTop?: number;
	readonly focus?: SavedFocus | undefined;
	/**
	 * Whether the view shows only the most recent days of a dataset. When the state is restored, the start of these days
	 * is computed again.
	 */
	readonly recent?: boolean;
	readonly days?: DaysChoice;
	readonly sought?: string;
	readonly tab?: DetailTab;
}

export interface SyncedDayView {
	/** Day (`yyyy-mm-dd`) in the time zone of the synced records. */
	readonly day: string;
	readonly state: DayState;
	readonly rows: number;
	/** Time of the last request in Unix seconds. Undefined if the day has never been requested. */
	readonly askedAt?: number;
	/** Reasons why records are or may be missing, one sentence each. */
	readonly reasons?: readonly string[];
}

export interface PlaceInDay {
	readonly day: string;
	readonly index: number;
}

export interface SyncedDaysView {
	readonly choice: DaysChoice;
	readonly span: DaySpan;
	readonly days: readonly SyncedDayView[];
	/** True if the displayed days still contain the records that they contained when they were opened. */
	readonly isAsOpened: boolean;
	readonly asking?: string;
}

/** Initial layout of the application's next export. It contains no text from records. */
export interface ViewLayout extends Arrangement {
	readonly sort: View['sort'];
}

export type IssueSubject =
	| { readonly kind: 'record'; readonly number: number }
	| { readonly kind: 'group'; readonly key: GroupKey; readonly value: GroupValue }
	| { readonly kind: 'positions'; readonly positions: readonly PositionRange[] }
	| { readonly kind: 'view' };

/** Commits that changed the code of a group. All strings come from the repository and are untrusted. */
export interface ShownCommits {
	/** Heading such as `Touched since 3.0: 2 commits`, or the reason why the commits are unknown. */
	readonly heading: string;
	readonly commits: readonly { readonly hash: string; readonly subject: string; readonly facts: string }[];
}

/** Most recent days of the records. The records also cover a previous period of the same length. */
export interface RecentPeriod {
	readonly days: number;
	/** End of the period in Unix seconds (inclusive). */
	readonly until: number;
	readonly column: string;
}

export interface ResultsStart {
	readonly title: string;
	readonly asOf: string | undefined;
	readonly notices: readonly Notice[];
	readonly emptyReasons: readonly Notice[];
	readonly info: TableInfo;
	readonly syncedDays: SyncedDaysView | undefined;
	readonly state: ViewState | undefined;
	readonly layout: ViewLayout | undefined;
	/** True if the export has no device IDs and the user hasn't yet answered the offer to count devices by hashed IDs. */
	readonly offersDevices: boolean;
	readonly strings: Readonly<Record<string, string>>;
	readonly language: string;
	readonly timeZone: string;
}

export interface ResultsHost
	extends Omit<RecordQueries, 'issue' | 'commonTraits' | 'value' | 'groups' | 'fixEvidence'> {
	/** Returns the groups with a triage state in `states`. If `states` is undefined, returns all groups. */
	groups: Method<
		RecordQueries['groups']['params'] & { states?: readonly TriageState[] | undefined },
		GroupPage,
		RecordQueries['groups']['progress']
	>;
	/** Resolves when the first records can be shown. */
	ready: Method<undefined, ResultsStart>;
	/**
	 * Returns the default period of a comparison. Returns undefined if the records don't cover both this period and the
	 * preceding period of the same length.
	 */
	recentPeriod: Method<undefined, RecentPeriod | undefined>;
	saveState: Method<ViewState, void>;
	/** Saves the layout. If `layout` is undefined, restores the default layout. */
	saveLayout: Method<{ layout?: ViewLayout | undefined }, void>;
	showDays: Method<{ choice: DaysChoice }, void>;
	fetchDays: Method<{ days: readonly string[] }, void>;
	/**
	 * Saves the answer to the one-time offer to count devices. If accepted, repeats the export with hashed device IDs.
	 */
	answerDeviceOffer: Method<{ accepted: boolean }, void>;
	act: Method<{ id: string }, void>;
	copyRecords: Method<{ what: TextToCopy }, string>;
	copyText: Method<{ text: string }, void>;
	/** Copies an entire value or, for `raw`, the record's original text. Returns a status message. */
	copyValue: Method<{ number: number; column: number | 'raw'; asShown?: boolean }, string>;
	commonTraits: Method<RecordQueries['commonTraits']['params'], TraitLines>;
	/**
	 * For each group in `values`, returns its triage state, or null if the group has no triage file. The list is empty if
	 * there are no triage files.
	 */
	groupStates: Method<{ key: GroupKey; values: readonly GroupValue[] }, readonly (ShownTriage | null)[]>;
	/** For each group in `values`, returns the verdict about its fix, or null if the group isn't marked as fixed. */
	fixVerdicts: Method<{ key: GroupKey; values: readonly GroupValue[] }, readonly (ShownFix | null)[]>;
	/**
	 * Returns the share of active devices with the group's error. Returns undefined if the number of active devices is
	 * unknown or can't be related to the records.
	 */
	groupRates: Method<{ key: GroupKey; value: GroupValue }, ActiveRates | undefined>;
	/** Prompts for changes to the triage files of the groups. Returns a status message, or '' if the user cancels. */
	editTriage: Method<{ key: GroupKey; values: readonly GroupValue[] }, string>;
	openIssue: Method<{ key: GroupKey; value: GroupValue }, void>;
	/** Returns the commits that changed a group's code, or undefined if Git or stack traces aren't available. */
	groupCommits: Method<{ key: GroupKey; value: GroupValue }, ShownCommits | undefined>;
	/** Shows a commit from the last result of `groupCommits`. */
	showCommit: Method<{ hash: string }, void>;
	/**
	 * Opens the group's issue. If the group has no issue, prompts for the tracker in which to create one. Returns a
	 * status message or ''.
	 */
	createIssue: Method<{ view: View; key: GroupKey; value: GroupValue }, string>;
	/** Copies a link to the group. Returns a status message. */
	copyLink: Method<{ view: View; key: GroupKey; value: GroupValue }, string>;
	copyIssue: Method<{ view: View; about: IssueSubject }, string>;
	askAgent: Method<{ view: View; about: Extract<IssueSubject, { kind: 'record' | 'group' }> }, void>;
	compareGroup: Method<SoughtGroup, void>;
	introducedBetween: Method<{ view: View; key: GroupKey; value: GroupValue }, void>;
	save: Method<{ what: CopyOrSave }, string>;
	saveReport: Method<ReportQuestion, string>;
	openAsText: Method<undefined, void>;
	/**
	 * Returns the stack trace, deobfuscated unless `original` is set. Returns undefined if the value contains no stack
	 * trace.
	 */
	trace: Method<{ number: number; column: number; original: boolean }, TraceView | undefined>;
	/**
	 * Opens the source code of a frame. Returns a message for screen readers, or ''. `text` identifies the line if the
	 * trace has changed.
	 */
	openFrame: Method<
		{ number: number; column: number; original: boolean; line: number; text: string; beside: boolean },
		string
	>;
	/**
	 * Opens a frame's source file as of the record's version (`asOf`), or shows the commits to this file after that
	 * version (`changes`). `text` identifies the line if the trace has changed.
	 */
	frameHistory: Method<
		{ number: number; column: number; original: boolean; line: number; text: string; shows: 'asOf' | 'changes' },
		void
	>;
	traceAction: Method<{ number: number; column: number; id: TraceActionId }, void>;
	openTrace: Method<{ number: number; column: number }, void>;
}

export type PageCommand =
	| 'find'
	| 'findNext'
	| 'findPrevious'
	| 'findInRecord'
	| 'goToRecord'
	| 'goToColumn'
	| 'nextRecord'
	| 'previousRecord'
	| 'nextRecordInGroup'
	| 'previousRecordInGroup'
	| 'openFirstFrame'
	| 'copy'
	| 'editTriage'
	| 'save'
	| 'saveReport'
	| 'focusRecords'
	| 'focusGroups'
	| 'focusRecord'
	| 'focusFilters'
	| 'toggleGroups'
	| 'toggleRecord'
	| 'toggleHistogram'
	| 'resetLayout'
	| 'showBroken'
	| 'clearFilters'
	| 'showAllDays'
	| 'undoFilters'
	| 'redoFilters';

export interface OfferedFilters extends NamedFilters {
	readonly showsFirst?: boolean;
}

export interface ResultsView {
	/** Reports how far the file has been read. `done` is true at the end of the file. */
	progress: Method<{ progress: OpenProgress<TableNews>; done: boolean }, void>;
	failed: Method<{ message: string }, void>;
	notices: Method<Pick<ResultsStart, 'notices' | 'asOf'>, void>;
	syncedSetChanged: Method<SyncedDaysView, void>;
	tracesChanged: Method<undefined, void>;
	/**
	 * Notifies the page that records may be grouped differently, because the known code of the workspace or the mapping
	 * files have changed.
	 */
	groupsChanged: Method<undefined, void>;
	/** Notifies the page that triage files have changed. */
	statesChanged: Method<undefined, void>;
	showFilters: Method<OfferedFilters, void>;
	command: Method<{ id: PageCommand }, void>;
}
