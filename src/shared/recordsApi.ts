import type { CommonTraits, ComparisonPage, ComparisonPageQuestion } from './comparison';
import type { GroupValue } from './groupValue';
import type {
	CopyOrSave,
	FileChange,
	FileForm,
	Group,
	GroupKey,
	GroupOrder,
	GroupPage,
	Histogram,
	IssueQuestion,
	OpenProgress,
	PositionRange,
	RecordDetail,
	RecordPage,
	TextToCopy,
	TopValues,
	Totals,
	View,
} from './results';
import type { Method } from './rpc';
import type { DaySpan } from './syncedDays';
import type { TableNews } from './tableChangeNotifier';
import type { FixEvidence, FixLine } from './triage';

/**
 * Queries about an open file. The webview sends them to the extension host, which adds the ID of the engine's session.
 */
export interface RecordQueries {
	/** Returns a page of records. If `errorLines` is set, shortens errors to the root cause's type and message. */
	page: Method<
		{
			view: View;
			start: number;
			end: number;
			columns: readonly number[];
			cellLength: number;
			errorLines?: boolean | undefined;
		},
		RecordPage
	>;
	record: Method<{ number: number }, RecordDetail>;
	/**
	 * Returns a value. If `asShown` is set, traces are deobfuscated if possible. Returns undefined if the value is longer
	 * than `limit`.
	 */
	value: Method<
		{ number: number; column: number | 'raw'; limit: number; asShown?: boolean | undefined },
		string | undefined
	>;
	positionOf: Method<{ view: View; number: number }, number | undefined>;
	groups: Method<
		{
			view: View;
			key: GroupKey;
			order: GroupOrder;
			descending: boolean;
			containing?: string;
			start: number;
			end: number;
			trendParts: number;
		},
		GroupPage,
		/** Completed fraction, from 0 to 1. */
		{ share: number }
	>;
	group: Method<{ view: View; key: GroupKey; value: GroupValue; trendParts: number }, Group | undefined>;
	/** Returns the common traits of a group. One of them can be the hour of the day in `timeZone`. */
	commonTraits: Method<{ view: View; key: GroupKey; value: GroupValue; timeZone: string }, CommonTraits>;
	/** Returns a histogram with at most `parts` bars, aligned to days or hours in `timeZone` (default: UTC). */
	histogram: Method<
		{ view: View; parts: number; stackBy: number | undefined; series: number; timeZone?: string | undefined },
		Histogram | undefined
	>;
	topValues: Method<{ view: View; column: number; limit: number; containing?: string }, TopValues>;
	totals: Method<{ view: View; positions: readonly PositionRange[]; column: number }, Totals>;
	/**
	 * Finds the next matching record, and wraps around once at the end. If several columns match, returns the first of
	 * them in `columns`.
	 */
	find: Method<
		{ view: View; text: string; from: number; backwards: boolean; columns?: readonly number[] },
		{ position: number; number: number; column: number } | undefined,
		{ searched: number; of: number }
	>;
	/** Returns the text to copy. Returns undefined if the text is longer than `limit` characters. */
	copy: Method<{ what: TextToCopy; limit: number }, string | undefined>;
	issue: Method<IssueQuestion, string>;
	/**
	 * Counts the records of errors that are marked as fixed. Runs only while no other query is running. If `lines` is
	 * empty, counts records by version only.
	 */
	fixEvidence: Method<
		{ key: GroupKey; fixes: readonly { value: GroupValue; lines: readonly FixLine[] }[]; timeZone: string },
		readonly FixEvidence[]
	>;
}

export type RecordQuery = keyof RecordQueries;

export interface RecordSessions {
	/**
	 * Opens records. The partitions of synced records are opened as a single table. Queries can be sent after the first
	 * progress report.
	 */
	openRecords: Method<
		{
			session: string;
			path: string;
			form?: FileForm | undefined;
			libraries?: readonly string[] | undefined;
			days?: DaySpan | undefined;
		},
		TableNews,
		OpenProgress<TableNews>
	>;
	/** Resolves when the index and the computed group keys have been saved. Closing the session aborts saving. */
	settleRecords: Method<{ session: string }, void>;
	closeRecords: Method<{ session: string }, void>;
	recordsChange: Method<{ session: string }, FileChange | undefined>;
	queryRecords: Method<
		{ [Q in RecordQuery]: { session: string; query: Q; params: RecordQueries[Q]['params'] } }[RecordQuery],
		unknown,
		unknown
	>;
	/** Compares the records of two sessions, or of a session with itself. The progress is a share from 0 to 1. */
	compareRecords: Method<
		{ before: string; after: string; question: ComparisonPageQuestion },
		ComparisonPage,
		{ share: number }
	>;
	saveRecords: Method<
		{ session: string; what: CopyOrSave; path: string },
		{ records: number; bytes: number },
		{ records: number; of: number }
	>;
}
