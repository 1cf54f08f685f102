import type { ApartLines } from './comparison';
import type { GroupValue } from './groupValue';
import type { NamedFilters } from './keptColumns';
import type { DaySpan, DayState, DaysChoice } from './keptDays';
import type { RecordQueries } from './recordsApi';
import type {
	CopyOrSave,
	GroupKey,
	GroupOrder,
	OpenProgress,
	PositionRange,
	TableInfo,
	TextToCopy,
	View,
} from './results';
import type { Method } from './rpc';
import type { TableNews } from './tableNews';
import type { TraceActionId, TraceView } from './traceView';

/** Where the panes are and how much room they take, in CSS pixels. */
export interface PaneLayout {
	readonly groupsPlace: 'beside' | 'above';
	/** Undefined as long as nobody chose it: what the window leaves. */
	readonly groupsSize?: number | undefined;
	readonly recordPlace: 'below' | 'beside';
	/** Undefined as long as nobody chose it: what the window leaves. */
	readonly recordSize?: number | undefined;
	readonly histogramShown: boolean;
}

/** The parts of the view between which the focus moves, from the top on. */
export type PaneName = 'head' | 'chart' | 'groups' | 'grid' | 'record';

/** What had the focus. */
export interface KeptFocus {
	readonly pane: PaneName;
	/** Of the record's stack trace, where one of its links had it. Base 0. */
	readonly line?: number | undefined;
	/** The control of the head that had it, where it was not the search. */
	readonly control?: 'days' | undefined;
	/** Of the grid, by its name. */
	readonly column?: string | undefined;
}

export interface KeptColumn {
	readonly name: string;
	/** CSS pixels; undefined where the records decide. */
	readonly width?: number | undefined;
	/** The records decided the width, and nobody chose it. */
	readonly fitted?: boolean;
	readonly hidden: boolean;
	readonly pinned: boolean;
}

interface Arrangement {
	/**
	 * Of the columns that are spoken of by index: the file may have others in their places later. Missing in states that an
	 * older version kept.
	 */
	readonly columnNames?: Readonly<Record<number, string>>;
	readonly columns: readonly KeptColumn[];
	readonly groupKey: GroupKey | undefined;
	readonly groupOrder: GroupOrder;
	readonly groupsShown: boolean;
	readonly recordShown: boolean;
	readonly stackBy: string | undefined;
	readonly density: 'compact' | 'tall';
	/** Missing in states that an older version kept. */
	readonly panes?: PaneLayout;
}

/** What the view keeps over a reload: nothing of it is a record's text but what a person filtered by or looked for. */
export interface ViewState extends Arrangement {
	readonly view: View;
	/** Number of the selected record. */
	readonly selected: number | undefined;
	/** Where it is in its day, by which it is found again among other days. Missing where that is not known. */
	readonly selectedOn?: PlaceInDay;
	/** Position at the top. */
	readonly top: number;
	/** How far the grid is scrolled sideways, and the record down, in CSS pixels. Missing in older states, as the next. */
	readonly left?: number;
	readonly recordTop?: number;
	readonly focus?: KeptFocus | undefined;
	/** One of the filters is that of the last days of a dataset, which move on. */
	readonly recent?: boolean;
	/** Of kept records: the days that are shown. Missing for all of them. */
	readonly days?: DaysChoice;
	/** The text that is looked for and marked. Missing where nothing is. */
	readonly sought?: string;
}

/** A day of kept records. */
export interface KeptDayView {
	/** `yyyy-mm-dd` on the set's clock. */
	readonly day: string;
	readonly state: DayState;
	readonly rows: number;
	/** When it was asked about last (Unix time, seconds); undefined where nobody has. */
	readonly askedAt?: number;
	/** What speaks against what is kept of it, or why nothing is: a sentence each, worded by the host. */
	readonly reasons?: readonly string[];
}

/** Of a record among those of its day. */
export interface PlaceInDay {
	/** `yyyy-mm-dd` */
	readonly day: string;
	/** Base 0. */
	readonly index: number;
}

/** What of a set of kept records is shown, and what is known of its days. */
export interface KeptDaysView {
	readonly choice: DaysChoice;
	/** The days whose records are shown, as they were when the records were opened. */
	readonly span: DaySpan;
	/** Of the set's calendar, the oldest first. */
	readonly days: readonly KeptDayView[];
	/** What is known of the days in view is what is shown: no record of them came or went since they were opened. */
	readonly isAsOpened: boolean;
	/** The day that this window asks about. */
	readonly asking?: string;
}

/** What a view of the next export of the same application begins with. Nothing of it is a record's text. */
export interface ViewLayout extends Arrangement {
	readonly sort: View['sort'];
}

/** What of a view an issue is about. */
export type IssueSubject =
	| { readonly kind: 'record'; readonly number: number }
	| { readonly kind: 'group'; readonly key: GroupKey; readonly value: GroupValue }
	| { readonly kind: 'positions'; readonly positions: readonly PositionRange[] }
	| { readonly kind: 'view' };

/** What of a view a report tells. */
export interface ReportQuestion {
	readonly view: View;
	readonly key: GroupKey;
	readonly order: GroupOrder;
	readonly descending: boolean;
	/** The filters and the key in words, without values of personal columns. */
	readonly filters: readonly string[];
	readonly keyWords: string;
	readonly timeZone: string;
}

/** A flag or an explanation in the header, worded by the host. */
export interface Notice {
	readonly kind: 'warning' | 'info';
	readonly text: string;
	readonly actions: readonly { readonly id: string; readonly label: string }[];
}

/** Everything the view needs to start. */
export interface ResultsStart {
	/** A description of the export; the file's name when there is none. */
	readonly title: string;
	/** `exported 09:02`, or undefined. */
	readonly asOf: string | undefined;
	readonly notices: readonly Notice[];
	/** Shown in place of the grid when there are no records. */
	readonly emptyReasons: readonly Notice[];
	readonly info: TableInfo;
	/** Undefined for anything but kept records. */
	readonly kept: KeptDaysView | undefined;
	/** How the view of this file was left. */
	readonly state: ViewState | undefined;
	/** How views of the application's exports are laid out; undefined where nobody has chosen, or the file is of no export. */
	readonly layout: ViewLayout | undefined;
	/** The person may be offered to count devices by hashes: the export has none, and nobody has said anything to that. */
	readonly offersDevices: boolean;
	/** Localised strings of the webview, by their English text. */
	readonly strings: Readonly<Record<string, string>>;
	readonly language: string;
	readonly timeZone: string;
}

/** What the host serves to the view. */
export interface ResultsHost extends Omit<RecordQueries, 'issue' | 'setsApart' | 'value'> {
	/** The first call; resolves when the first records can be shown. */
	ready: Method<undefined, ResultsStart>;
	keepState: Method<ViewState, void>;
	/** For the next export of the same application; without a layout it begins as if nobody had chosen any. */
	keepLayout: Method<{ layout?: ViewLayout | undefined }, void>;
	/** Shows other days of kept records: the page is loaded anew. */
	showDays: Method<{ choice: DaysChoice }, void>;
	/** Asks the service about days of kept records. */
	fetchDays: Method<{ days: readonly string[] }, void>;
	/** Exports again with hashed devices, or not; it is not offered again for the application. */
	answerDeviceOffer: Method<{ accepted: boolean }, void>;
	/** A notice's button. */
	act: Method<{ id: string }, void>;
	/** To the clipboard; answers with a message about what was copied, or why not. */
	copyRecords: Method<{ what: TextToCopy }, string>;
	copyText: Method<{ text: string }, void>;
	/** A value of which the page has only the beginning; `raw` is the record's own text. Answers in words. */
	copyValue: Method<{ number: number; column: number | 'raw'; asShown?: boolean }, string>;
	/** As the query of that name, in words. */
	setsApart: Method<RecordQueries['setsApart']['params'], ApartLines>;
	/** A record, a group of the view, some of its positions, or all of it, as a Markdown issue text to the clipboard. */
	copyIssue: Method<{ view: View; about: IssueSubject }, string>;
	/** Hands a group of the view, or that of a record, over to the editor's chat. */
	askAgent: Method<{ view: View; about: Extract<IssueSubject, { kind: 'record' | 'group' }> }, void>;
	/** Shows what was committed to the files of a group of the view between versions that a person chooses. */
	introducedBetween: Method<{ view: View; key: GroupKey; value: GroupValue }, void>;
	/** Asks for the place and writes; answers with a message, '' when nothing was saved. */
	save: Method<{ what: CopyOrSave }, string>;
	/** Writes what the view shows as a report; asks for the place and answers as `save` does. */
	saveReport: Method<ReportQuestion, string>;
	openAsText: Method<undefined, void>;
	/** The trace in a record's value; undefined when there is none. Deobfuscated unless the original is asked for. */
	trace: Method<{ number: number; column: number; original: boolean }, TraceView | undefined>;
	/**
	 * Goes to the source of a line of that view; answers with a message for the announcer, '' when nothing was opened. The
	 * line's text is what counts where the trace has been deobfuscated otherwise since it was shown.
	 */
	openFrame: Method<
		{ number: number; column: number; original: boolean; line: number; text: string; beside: boolean },
		string
	>;
	/**
	 * Shows the file of a line of that view as it was in the record's version, or what was committed to it since. The line is
	 * told as to `openFrame`.
	 */
	frameHistory: Method<
		{ number: number; column: number; original: boolean; line: number; text: string; shows: 'asOf' | 'changes' },
		void
	>;
	/** A note's button. */
	traceAction: Method<{ number: number; column: number; id: TraceActionId }, void>;
	/** The whole trace as a document of its own. */
	openTrace: Method<{ number: number; column: number }, void>;
}

/** What commands of the palette, keybindings and buttons of notices have the page do. */
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

/** Filters from whoever sends a person to a results view. */
export interface OfferedFilters extends NamedFilters {
	/** The first of the records is to be seen whole. */
	readonly showsFirst?: boolean;
}

/** What the view serves to the host. */
export interface ResultsView {
	/** More of the file was read; `done` once all of it was. */
	progress: Method<{ progress: OpenProgress<TableNews>; done: boolean }, void>;
	/** Reading failed or stopped: the message. */
	failed: Method<{ message: string }, void>;
	/** Takes the place of all notices and of `asOf` as shown so far: more is known now. */
	notices: Method<Pick<ResultsStart, 'notices' | 'asOf'>, void>;
	/** More is known of the days of kept records. */
	keptChanged: Method<KeptDaysView, void>;
	/** What traces lead to has changed: files of the workspace, or a mapping was chosen. */
	tracesChanged: Method<undefined, void>;
	/** Groups by frames are others now: it became known what the workspace declares. */
	groupsChanged: Method<undefined, void>;
	/** In place of the filters that hold; these stay reachable by undo. */
	showFilters: Method<OfferedFilters, void>;
	command: Method<{ id: PageCommand }, void>;
}
