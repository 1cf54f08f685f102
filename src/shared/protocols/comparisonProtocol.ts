import type {
	ChosenComparison,
	ComparedGroup,
	ComparedSide,
	ComparisonPage,
	ComparisonPageQuestion,
	ExposureKind,
	LikelySame,
	SideSummary,
	TraitLines,
	VerdictKind,
} from '../comparison';
import type { GroupValue } from '../groupValue';
import type { GroupKey, RecordFilter, TableInfo, TopValues } from '../results';
import type { Method } from '../rpc';
import type { NamedFilters } from '../savedColumns';
import type { TraceView } from '../traceView';
import type { ShownTriage } from '../triage';
import type { Notice } from './notice';

/** Parameters of a comparison between two fixed sides. Column indexes refer to the "after" side. */
export interface ComparisonAsked {
	readonly key: GroupKey;
	readonly exposure: ExposureKind;
	readonly filters: readonly RecordFilter[];
}

export interface ComparisonState {
	readonly asked: ComparisonAsked;
	readonly columnNames: Readonly<Record<number, string>>;
	readonly order: ComparisonPageQuestion['order'];
	readonly unfolded: readonly FoldName[];
	readonly selected: SelectedGroup | undefined;
	readonly top: number;
	/**
	 * Size of the details pane in CSS pixels: its height if the pane is below the list, otherwise its width. Undefined
	 * until the user resizes the pane.
	 */
	readonly detailSize?: number | undefined;
}

/** Selected group. The properties besides `value` help to find the group after its section or position has changed. */
export interface SelectedGroup {
	readonly value: GroupValue;
	readonly fold: FoldName;
	readonly index: number;
	readonly firstRecords?: Readonly<Partial<Record<ComparedSide, number | undefined>>> | undefined;
}

export interface SavedComparisonPage {
	readonly comparison: ChosenComparison;
	readonly state: ComparisonState | undefined;
}

/** Sections of a comparison. Each verdict has its own section, but all kinds of inconclusive verdicts share one. */
export const foldNames = ['new', 'increased', 'decreased', 'gone', 'small', 'unchanged', 'inconclusive'] as const;
export type FoldName = (typeof foldNames)[number];

export const foldVerdicts: Readonly<Record<FoldName, readonly VerdictKind[]>> = {
	new: ['new'],
	increased: ['increased'],
	small: ['small'],
	unchanged: ['unchanged'],
	decreased: ['decreased'],
	gone: ['gone'],
	inconclusive: ['inconclusive', 'variable', 'tooFew'],
};

/** Group to find in a comparison. Columns are matched by name. */
export interface SoughtGroup extends NamedFilters {
	readonly key: GroupKey;
	readonly value: GroupValue;
}

export interface ComparisonStart {
	readonly title: string;
	readonly labels: Readonly<Record<ComparedSide, string>>;
	readonly info: TableInfo;
	/** Columns that both sides have, so that filters and groups can use them. */
	readonly sharedColumns: readonly number[];
	/** Whether counts are normalized by time instead of by devices with errors. */
	readonly byTime: boolean;
	readonly asked: ComparisonAsked;
	readonly state: ComparisonState | undefined;
	readonly comparison: ChosenComparison;
	readonly sought?: SoughtGroup | undefined;
	readonly strings: Readonly<Record<string, string>>;
	readonly language: string;
	readonly timeZone: string;
}

export interface ComparisonHead extends Pick<ComparisonPage, 'by' | 'groups' | 'lag'> {
	readonly sides: Readonly<Record<ComparedSide, SideSummary>>;
	/** Short notes about each side, such as `3 records without a device ID`. */
	readonly flags: Readonly<Record<ComparedSide, readonly string[]>>;
	readonly spans: Readonly<Record<ComparedSide, string>>;
	readonly caveats: readonly Notice[];
	/** Assumptions that the verdicts are based on, one sentence each. */
	readonly basis: readonly string[];
	readonly likelySame: readonly LikelySame[];
}

export interface ComparedRow extends ComparedGroup {
	readonly words: string;
	/** Triage state according to all records in the "after" side's file. Undefined for a group without a triage file. */
	readonly triage?: Pick<ShownTriage, 'state' | 'label' | 'status'> | undefined;
}

export interface ComparisonReportQuestion {
	readonly asked: ComparisonAsked;
	/** Descriptions of the filters. Values from columns with personal data are omitted. */
	readonly filters: readonly string[];
	readonly keyWords: string;
}

interface RecordOnSide {
	side: ComparedSide;
	number: number;
}

export interface ComparisonHost {
	/** Resolves when both sides have been read. The progress is the completed fraction, from 0 to 1. */
	ready: Method<undefined, ComparisonStart, { share: number }>;
	saveState: Method<ComparisonState, void>;
	compare: Method<ComparisonAsked, ComparisonHead, { share: number }>;
	/** Returns a range of groups in a section. `listed` is the number of groups in the entire section. */
	rows: Method<
		{
			asked: ComparisonAsked;
			fold: FoldName;
			order: ComparisonPageQuestion['order'];
			start: number;
			end: number;
			trendParts: number;
		},
		{ readonly rows: readonly ComparedRow[]; readonly listed: number },
		{ share: number }
	>;
	/**
	 * Returns the common traits of the group on the "after" side or, if the group doesn't exist there, on the "before"
	 * side.
	 */
	commonTraits: Method<{ asked: ComparisonAsked; value: GroupValue; side: ComparedSide }, TraitLines>;
	topValues: Method<{ asked: ComparisonAsked; column: number; limit: number; containing?: string }, TopValues>;
	/** Opens the records of a group. If `value` is undefined, opens the records of all groups. */
	openRecords: Method<{ asked: ComparisonAsked; value: GroupValue | undefined; side: ComparedSide }, void>;
	/** Returns the stack trace of a record, deobfuscated if possible, or undefined if it has no stack trace. */
	trace: Method<RecordOnSide, TraceView | undefined>;
	/**
	 * Opens the source code of a frame. Returns a message for screen readers, or '' if nothing was opened. `text`
	 * identifies the line if the trace has changed.
	 */
	openFrame: Method<RecordOnSide & { line: number; text: string; beside: boolean }, string>;
	/** Opens a stack trace from each side in the diff editor. Returns a status message, or ''. */
	compareTraces: Method<Record<ComparedSide, number> & { title: string }, string>;
	act: Method<{ id: string }, void>;
	copyText: Method<{ text: string }, void>;
	saveReport: Method<ComparisonReportQuestion, string>;
}

export type ComparisonCommand = 'saveReport' | 'focusGroups' | 'clearFilters';

export interface ComparisonView {
	recordsChanged: Method<undefined, void>;
	tracesChanged: Method<undefined, void>;
	showGroup: Method<SoughtGroup, void>;
	command: Method<{ id: ComparisonCommand }, void>;
}
