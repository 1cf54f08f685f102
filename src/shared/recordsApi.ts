import type { ComparisonPage, ComparisonPageQuestion, SetsApart } from './comparison';
import type { GroupValue } from './groupValue';
import type { DaySpan } from './keptDays';
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
import type { TableNews } from './tableNews';

/**
 * Questions about one opened file. The engine answers them per session, and the webview asks the same ones of its host,
 * which knows the session. All can be cancelled, and a cancelled one costs nothing more.
 */
export interface RecordQueries {
	page: Method<{ view: View; start: number; end: number; columns: readonly number[]; cellLength: number }, RecordPage>;
	record: Method<{ number: number }, RecordDetail>;
	/**
	 * One whole value, or with `raw` the record's text as it stands in the file; undefined where it is longer than `limit`
	 * UTF-16 units. A trace is deobfuscated `asShown`, where a mapping is proven.
	 */
	value: Method<
		{ number: number; column: number | 'raw'; limit: number; asShown?: boolean | undefined },
		string | undefined
	>;
	/** Where a record is in a view; undefined when the view does not hold it. */
	positionOf: Method<{ view: View; number: number }, number | undefined>;
	groups: Method<
		{
			view: View;
			key: GroupKey;
			order: GroupOrder;
			descending: boolean;
			/** Lists only groups in whose values the text occurs. */
			containing?: string;
			start: number;
			end: number;
			trendParts: number;
		},
		GroupPage,
		/** How much is done of what takes long, from 0 to 1. */
		{ share: number }
	>;
	/** One group by its value, as it is in the view. */
	group: Method<{ view: View; key: GroupKey; value: GroupValue; trendParts: number }, Group | undefined>;
	/**
	 * What the devices of a group have in common that others of the view have not. `timeZone` is that of the clock whose hours
	 * are told apart.
	 */
	setsApart: Method<{ view: View; key: GroupKey; value: GroupValue; timeZone: string }, SetsApart>;
	/**
	 * `parts` is how many bars fit; the step is a round length of time. `timeZone` is that of the clock on which the bars
	 * are read, whose days and hours they begin with; UTC if none is given.
	 */
	histogram: Method<
		{ view: View; parts: number; stackBy: number | undefined; series: number; timeZone?: string | undefined },
		Histogram | undefined
	>;
	topValues: Method<{ view: View; column: number; limit: number; containing?: string }, TopValues>;
	/** What the values of a column come to at some positions of a view. */
	totals: Method<{ view: View; positions: readonly PositionRange[]; column: number }, Totals>;
	/**
	 * The next position at or after `from` (before, when `backwards`) whose record contains the text; goes round once. Of
	 * several columns with the text, it is the first of `columns` in their order, else the first of the file.
	 */
	find: Method<
		{ view: View; text: string; from: number; backwards: boolean; columns?: readonly number[] },
		{ position: number; number: number; column: number } | undefined,
		{ searched: number; of: number }
	>;
	/** Text for the clipboard; refuses more than `limit` characters by `undefined`. */
	copy: Method<{ what: TextToCopy; limit: number }, string | undefined>;
	/** An issue text in Markdown. */
	issue: Method<IssueQuestion, string>;
}

export type RecordQuery = keyof RecordQueries;

/** What the engine serves about files of records, beside the queries. */
export interface RecordSessions {
	/**
	 * Resolves when the file is read to its end; queries are answered from the first progress on. With the roots of the
	 * export libraries, the index of an export in one of them is saved beside its records, and used when they are opened again.
	 * The manifest of a set of kept records opens all its parts, one behind the other, or those of some days, and the document
	 * of a dataset what it names. Records on a server are those that are loaded by then.
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
	/**
	 * Resolves when what is kept beside the records for the next time is written: the index, and from then on the keys that
	 * questions have made. What is being written when the session is closed is given up.
	 */
	settleRecords: Method<{ session: string }, void>;
	closeRecords: Method<{ session: string }, void>;
	/** Undefined as long as the file is what it was when it was opened. */
	recordsChange: Method<{ session: string }, FileChange | undefined>;
	queryRecords: Method<
		{ [Q in RecordQuery]: { session: string; query: Q; params: RecordQueries[Q]['params'] } }[RecordQuery],
		unknown,
		unknown
	>;
	/**
	 * What is new, gone and changed from the records of one session to those of another, which may be the same one. Tells how
	 * much is done of what takes long, from 0 to 1.
	 */
	compareRecords: Method<
		{ before: string; after: string; question: ComparisonPageQuestion },
		ComparisonPage,
		{ share: number }
	>;
	/** Streams to a file beside the target and renames it at the end. */
	saveRecords: Method<
		{ session: string; what: CopyOrSave; path: string },
		{ records: number; bytes: number },
		{ records: number; of: number }
	>;
}
