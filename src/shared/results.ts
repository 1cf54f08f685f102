/**
 * The words in which the results view asks about an opened file of records, and the engine answers. Pure data: it
 * crosses two borders (webview to host, host to engine) as it is.
 *
 * A record's *number* is its place in the file, from 0, and never changes. A record's *position* is its place in a
 * view, from 0. Every value is text as it stands in the file; digits are never touched. Empty, null and missing are
 * the same: ''.
 */

import type { GroupValue } from './groupValue';

/** How a column's values are compared. `time` is read from Unix seconds or from `yyyy-mm-dd hh:mm:ss`. */
export type ColumnKind = 'text' | 'integer' | 'time' | 'version';

/** So many columns of a file are shown until somebody chooses others: each costs time with every row that is drawn. */
export const columnsAtFirst = 200;

export interface Column {
	/** As in the file's header; columns the service's document does not know are kept. */
	readonly name: string;
	readonly kind: ColumnKind;
	readonly personal: boolean;
	/** One line of plain English, empty for unknown columns; translated where it is shown. */
	readonly meaning: string;
}

/** What is known of an opened file. */
export interface TableInfo extends TableFacts {
	/** A column that has not changed since is the same object. */
	readonly columns: readonly Column[];
}

/** Between the cells of CSV. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export const encodings = ['utf8', 'utf16le', 'utf16be', 'windows1252'] as const;
export type Encoding = (typeof encodings)[number];

/** How the text of a file is written, which the file itself does not say. */
export interface FileForm {
	readonly encoding: Encoding;
	/** JSON has none; it says a comma. */
	readonly delimiter: Delimiter;
}

/** What is known of an opened file beside its columns, of which there may be thousands. */
export interface TableFacts {
	readonly format: 'csv' | 'json';
	/** How the text is written; absent where it is in UTF-8, and CSV with commas. */
	readonly form?: FileForm;
	/** All records, the broken ones among them. */
	readonly total: number;
	/** Records with more or fewer cells than the header, or JSON that cannot be read; reachable by the filter `broken`. */
	readonly broken: number;
	/** Of these: JSON whose own text does not tell where it ends; it does where another record seems to begin. */
	readonly guessed: number;
	/** The file has more columns than there may be here; their values are in the records' own texts only. */
	readonly moreColumns: boolean;
	/** The file ends inside a record: everything before it is here. */
	readonly truncated: boolean;
	readonly bytes: number;
	/** How records stand without a sort, where that is not the order of a file. */
	readonly naturalOrder?: 'newestFirst';
	/** What traces and messages have in common is not known: records are grouped by their values alone. */
	readonly valueGroups?: true;
	/** When the days begin that are shown first (Unix seconds); absent where all are. */
	readonly recentSince?: number;
	/** The column that tells when, if there is one; `error_timestamp` before `error_datetime` before the receive ones. */
	readonly timeColumn: number | undefined;
	/** The column that identifies devices, if there is one. */
	readonly deviceColumn: number | undefined;
	/** The column with the version, if there is one. */
	readonly versionColumn: number | undefined;
}

/**
 * What became of a file since it was read. `replaced`: another one has its name, and `gone`: none has it; in both cases
 * what is shown is read from the former file, which is there as long as it is open. `loaded`: a dataset has more.
 */
export type FileChange = 'changed' | 'shortened' | 'replaced' | 'gone' | 'loaded';

/** @typeParam Info What describes the file. */
export interface OpenProgress<Info = TableInfo> {
	readonly bytes: number;
	readonly totalBytes: number;
	/** Records found so far, which can be shown already in the order of the file. */
	readonly records: number;
	/** From when on pages can be asked for; the same object each time. */
	readonly info: Info;
}

/** How far a file is read. */
export interface FileReading {
	readonly progress: OpenProgress;
	/** Nothing more will come. */
	readonly done: boolean;
}

/** All filters of a view hold at once. Columns are indices into `TableInfo.columns`. */
export type RecordFilter =
	/** Letter case and the difference between composed and decomposed letters do not matter. */
	| { readonly kind: 'contains'; readonly column: number; readonly text: string }
	/** '' stands for empty. `not` turns it round. */
	| { readonly kind: 'oneOf'; readonly column: number; readonly values: readonly string[]; readonly not?: boolean }
	/**
	 * The whole value that a record has there, for values too long to send with every question. Where that record's value
	 * no longer begins and measures so (UTF-16 units), the file is another one, and no record is like it.
	 */
	| {
			readonly kind: 'sameAs';
			readonly column: number;
			readonly number: number;
			readonly beginning: string;
			readonly length: number;
			readonly not?: boolean;
	  }
	/** Compared as the column's kind; for `time` in Unix seconds. Both ends are included unless they are open. */
	| {
			readonly kind: 'range';
			readonly column: number;
			readonly from?: string;
			readonly to?: string;
			readonly fromOpen?: boolean;
			readonly toOpen?: boolean;
	  }
	| { readonly kind: 'empty'; readonly column: number; readonly not?: boolean }
	/** An ECMAScript expression with the flags `iu`; run with a time limit. */
	| { readonly kind: 'matches'; readonly column: number; readonly pattern: string }
	/** The text occurs in any value, or in any of these columns; letter case does not matter. */
	| { readonly kind: 'anywhere'; readonly text: string; readonly columns?: readonly number[] }
	/** Any of the groups; `not` turns it round. */
	| { readonly kind: 'group'; readonly key: GroupKey; readonly values: readonly GroupValue[]; readonly not?: boolean }
	| { readonly kind: 'broken' }
	/** What stands at these positions of a view, such as the records that somebody selected. */
	| { readonly kind: 'positions'; readonly of: View; readonly positions: readonly PositionRange[] };

/** Positions in a view, `to` exclusive. */
export interface PositionRange {
	readonly from: number;
	readonly to: number;
}

export interface SortKey {
	readonly column: number;
	readonly descending: boolean;
}

/** Which records, in which order. Without a sort: the order of the file. Sorting is stable. */
export interface View {
	readonly filters: readonly RecordFilter[];
	readonly sort: readonly SortKey[];
}

/**
 * What makes records the same error. `frames` reads the stack trace: the type of the innermost exception and up to five
 * frames of one's own code, class and method, innermost first; without such frames three others, without any the type
 * and the message. It looks at the first 256 KiB of `error`, and where these have no frame at those of `error_json`.
 * `message` replaces what varies in the error's first line (numbers, hex, UUIDs, quoted text, addresses); `topFrame` is
 * the first of the frames by which `frames` tells errors apart.
 */
export type GroupKey =
	| { readonly kind: 'frames' }
	| { readonly kind: 'name' }
	| { readonly kind: 'message' }
	| { readonly kind: 'topFrame' }
	| { readonly kind: 'column'; readonly column: number };

export interface Group {
	/** What records of the group have in common; '' for records without it. Fit for the filter `group`. */
	readonly value: GroupValue;
	/** A second line worth showing, such as the message behind a name; may be ''. */
	readonly detail: string;
	/** Number of the first of its records. */
	readonly firstRecord: number;
	readonly records: number;
	/** Undefined when the file has no such column. */
	readonly devices: number | undefined;
	/** Unix seconds; undefined when no record of the group has a time. */
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
	/** By the order of versions, not of time; '' when unknown. */
	readonly firstVersion: string;
	readonly lastVersion: string;
	/** Records per part of the whole view's time, in equal parts; empty without a time column. */
	readonly trend: readonly number[];
}

/** `trend` is by the records of the later half of the view's time, less those of the earlier one. */
export type GroupOrder = 'records' | 'devices' | 'lastSeen' | 'firstSeen' | 'trend' | 'value';

export interface GroupPage {
	/** Of the whole view; their records add up to `records`. */
	readonly groups: number;
	/** Of these, the groups with the text that is looked for, to which the page belongs; undefined without one. */
	readonly listed?: number | undefined;
	readonly records: number;
	readonly page: readonly Group[];
	/** Records whose texts took too long to read, and that went by their first line; undefined when there are none. */
	readonly cutShort?: number | undefined;
	/** What became of minified traces; undefined where there are none, or no file to deobfuscate them with. */
	readonly deobfuscated?: DeobfuscatedRecords | undefined;
}

/** Records of a view with minified traces, and which files these were deobfuscated with. */
export interface DeobfuscatedRecords {
	/** Grouped by their original names. */
	readonly records: number;
	/** Grouped as they were written, since no file is proven to be of their build. */
	readonly minified: number;
	/** Grouped as they were written, since no file was looked for: of more versions than are. */
	readonly unsearched?: number;
	/** Those of most records first; a trace of two platforms may need two of them. */
	readonly files: readonly { readonly path: string; readonly records: number }[];
	/** Files that are too many to list. */
	readonly moreFiles: number;
}

export interface Histogram {
	/** Unix seconds: start of the first bar and length of each. */
	readonly start: number;
	readonly step: number;
	/** The most frequent values of the stacking column in the order of its kind, then 'others' as ''; one without stacking. */
	readonly series: readonly { readonly value: string; readonly other: boolean; readonly counts: readonly number[] }[];
	/** Records of the view without a time, which no bar shows. */
	readonly without: number;
}

export interface TopValues {
	readonly values: readonly { readonly value: string; readonly records: number }[];
	/** Of the view, the empty one not among them; undefined when there are too many to count. */
	readonly distinct: number | undefined;
	readonly records: number;
	readonly empty: number;
}

export interface Totals {
	readonly records: number;
	/** Records with a value there. */
	readonly filled: number;
	/** Of these, the values that are decimal numbers. */
	readonly numbers: number;
	/** Exact, in digits; undefined without a number. */
	readonly sum: string | undefined;
}

export interface RecordPage {
	/** Records of the view; known before all pages are. */
	readonly count: number;
	/** From which position on the rows are. */
	readonly start: number;
	readonly rows: readonly {
		readonly number: number;
		/** In the order of the columns asked for; cut to `cellLength` characters. */
		readonly cells: readonly string[];
		readonly broken: boolean;
	}[];
}

/** How much is shown of a value, and of all values of a record together (UTF-16 units); a person reads no more. */
export const maxPerValue = 1_000_000;
export const maxPerRecord = 3_000_000;

/** A record; its texts are whole but for those that are too long to be shown. */
export interface RecordDetail {
	readonly number: number;
	readonly values: readonly string[];
	/** Why it is broken, and its text as it stands in the file; undefined for a sound one. */
	readonly fault: { readonly kind: 'cells' | 'json'; readonly found: number; readonly raw: string } | undefined;
	/** What is not whole here; undefined mostly. */
	readonly cut?: readonly CutText[] | undefined;
}

/** A text of which only the beginning is there. */
export interface CutText {
	/** `raw` is the record's text as it stands in the file. */
	readonly column: number | 'raw';
	/** Of the whole (UTF-16 units). */
	readonly length: number;
}

/** How records are written as a text. */
type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'markdown';

/** What is taken away: which records, which columns, in which form. */
export interface CopyOrSave {
	readonly view: View;
	/** Positions in the view, `to` exclusive; undefined for all of it. */
	readonly positions?: readonly PositionRange[];
	readonly columns: readonly number[];
	/** Parquet, in which every column is text, goes to a file only. */
	readonly format: TextFormat | 'parquet';
	/** Defuses what spreadsheets could take for a cell that begins with `= + - @` or a control character. */
	readonly spreadsheetSafe: boolean;
	readonly header: boolean;
	/** Otherwise the texts of `error` are as the record pane shows them: deobfuscated where a mapping is proven. */
	readonly tracesAsWritten?: boolean | undefined;
}

/** What can go to the clipboard. */
export interface TextToCopy extends CopyOrSave {
	readonly format: TextFormat;
}

/** One line of an issue; left out when its value is ''. */
export interface IssueFact {
	readonly label: string;
	readonly value: string;
	/** `record`: a text of strangers, which must stay text. `host`: words and numbers made for this line. */
	readonly from: 'host' | 'record';
}

/** What an issue is to say. Its labels and headings are the host's own words and written as they are. */
export interface IssueQuestion {
	/** Text of a record; undefined for what the record is called. */
	readonly title: string | undefined;
	/** Such as how many records on how many devices. */
	readonly facts: readonly IssueFact[];
	/** The record whose fields and trace it holds. */
	readonly record:
		| {
				readonly number: number;
				/** What it is called when it has no name. */
				readonly untitled: string;
				/** Without one its fields are listed as facts. */
				readonly fieldsHeading: string | undefined;
				readonly traceHeading: string;
				/** Labels the fact that names the mapping files, where these deobfuscated the trace. */
				readonly deobfuscatedLabel: string;
		  }
		| undefined;
	/** Says what the facts are of: which records, as of when. */
	readonly closing: readonly Pick<IssueFact, 'value' | 'from'>[];
}
