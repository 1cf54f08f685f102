/**
 * Queries of the results view, as plain data that all layers pass on unchanged. A record's *number* is its 0-based
 * index in the file; its *position* is its 0-based index in a view. Values are text exactly as in the file. Empty, null
 * and missing values are ''.
 */

import type { GroupValue } from './groupValue';

/** The kind of a column determines how its values are compared. Times are Unix seconds or `yyyy-mm-dd hh:mm:ss`. */
export type ColumnKind = 'text' | 'integer' | 'time' | 'version';

/** Maximum number of columns shown by default. Each column slows down the rendering of rows. */
export const columnsAtFirst = 200;

/** Damage by a spreadsheet program: numbers were `rounded`, or versions were replaced with `dates`. */
export type Spoiling = 'rounded' | 'dates';

export interface Column {
	readonly name: string;
	readonly kind: ColumnKind;
	readonly personal: boolean;
	/** English description, which is translated for display. Empty for unknown columns. */
	readonly meaning: string;
	readonly spoiled?: Spoiling;
}

export interface TableInfo extends TableFacts {
	/** Columns that haven't changed are the same objects as before. */
	readonly columns: readonly Column[];
}

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export const encodings = [
	'utf8',
	'utf16le',
	'utf16be',
	'windows1252',
	'windows1250',
	'windows1251',
	'shiftJis',
	'gb18030',
	'big5',
	'eucKr',
] as const;
export type Encoding = (typeof encodings)[number];

export type Packing = 'gzip' | 'zstd' | 'zip';

/** Properties of the file format that the file itself doesn't specify. */
export interface FileForm {
	readonly encoding: Encoding;
	/** Delimiter of CSV cells. For JSON, it has no meaning and is always a comma. */
	readonly delimiter: Delimiter;
	/** One-based line number of the CSV header. Undefined if the header is the first line. */
	readonly headerLine?: number;
	/** Number of CSV columns after the last column with a name or values. These columns are not shown. */
	readonly unnamedColumns?: number;
	/** Whether a backslash in a quoted CSV value escapes the next character. */
	readonly backslashEscapes?: boolean;
	/** Whether there can be blanks between the quotes of a CSV value and the delimiters. */
	readonly spacedQuotes?: boolean;
	/** Names of the JSON members on the path to the record list. Undefined if the list is in the member `data`. */
	readonly listPath?: readonly string[];
	/** Original names of the columns that were matched to fields with similar names. */
	readonly renamed?: readonly string[];
	readonly packing?: Packing;
}

/** Information about an opened file, except for its columns, which may number in the thousands. */
export interface TableFacts {
	readonly format: 'csv' | 'json';
	/** Undefined if the file is encoded in UTF-8 and, if it is a CSV file, delimited by commas. */
	readonly form?: FileForm;
	/** Original format of the file, if its records were converted to `format`. */
	readonly container?: 'parquet';
	readonly total: number;
	/** Number of records with a wrong number of cells or invalid JSON. The filter `broken` selects them. */
	readonly broken: number;
	/** Number of malformed JSON records whose end was guessed from the apparent start of the next record. */
	readonly guessed: number;
	/** Whether the file exceeds the column limit. Values in excess columns appear only in the raw text of records. */
	readonly moreColumns: boolean;
	readonly truncated: boolean;
	/** Number of files that were appended to the first file to create this file. Undefined if no files were appended. */
	readonly joins?: number;
	/** Number of records that are omitted because they exceed the length limit. Undefined if there are none. */
	readonly tooLong?: number;
	readonly bytes: number;
	/** Default order of the records. Undefined for the order in the file. */
	readonly naturalOrder?: 'newestFirst';
	/** Whether records can only be grouped by column values, because traces and messages can't be analyzed. */
	readonly valueGroups?: true;
	/** Start of the period shown by default, in Unix seconds. Undefined if all days are shown. */
	readonly recentSince?: number;
	/** Index of the time column: `error_timestamp`, else `error_datetime`, else a receive time. */
	readonly timeColumn: number | undefined;
	readonly deviceColumn: number | undefined;
	readonly versionColumn: number | undefined;
}

/** `replaced` and `gone` files stay open and provide their records. `loaded` means that a dataset received records. */
export type FileChange = 'changed' | 'shortened' | 'replaced' | 'gone' | 'loaded';

export interface OpenProgress<Info = TableInfo> {
	readonly bytes: number;
	readonly totalBytes: number;
	/** Number of records found so far. These records can already be shown in file order. */
	readonly records: number;
	/** Information about the table, available as soon as pages can be requested. Always the same object. */
	readonly info: Info;
}

export interface FileReading {
	readonly progress: OpenProgress;
	readonly done: boolean;
}

/** Condition on records. The filters of a view are combined with AND. Columns are indexes into `TableInfo.columns`. */
export type RecordFilter =
	/** Matches values that contain the text, ignoring letter case and accent composition. */
	| { readonly kind: 'contains'; readonly column: number; readonly text: string }
	/** An empty string matches empty values. `not` inverts the filter. */
	| { readonly kind: 'oneOf'; readonly column: number; readonly values: readonly string[]; readonly not?: boolean }
	/** Matches a record's value that is too long to send. If its beginning or length has changed, no record matches. */
	| {
			readonly kind: 'sameAs';
			readonly column: number;
			readonly number: number;
			readonly beginning: string;
			readonly length: number;
			readonly not?: boolean;
	  }
	/** Matches an inclusive range of values, compared by the column's kind. A missing end means no limit. */
	| {
			readonly kind: 'range';
			readonly column: number;
			readonly from?: string;
			readonly to?: string;
			readonly fromOpen?: boolean;
			readonly toOpen?: boolean;
	  }
	| { readonly kind: 'empty'; readonly column: number; readonly not?: boolean }
	/** Matches an ECMAScript regular expression with the flags `iu`, evaluated with a time limit. */
	| { readonly kind: 'matches'; readonly column: number; readonly pattern: string }
	/** Matches records in which any value (in `columns`, if specified) contains the text. Ignores letter case. */
	| { readonly kind: 'anywhere'; readonly text: string; readonly columns?: readonly number[] }
	| { readonly kind: 'group'; readonly key: GroupKey; readonly values: readonly GroupValue[]; readonly not?: boolean }
	| { readonly kind: 'broken' }
	| { readonly kind: 'positions'; readonly of: View; readonly positions: readonly PositionRange[] };

export interface PositionRange {
	readonly from: number;
	readonly to: number;
}

export interface SortKey {
	readonly column: number;
	readonly descending: boolean;
}

/** Selection of records and their order. Sorting is stable, and unsorted records are in file order. */
export interface View {
	readonly filters: readonly RecordFilter[];
	readonly sort: readonly SortKey[];
}

/**
 * Defines which records count as the same error. `frames`: type of the innermost exception, and class and method of up
 * to five own frames (else of three other frames, else type and message). Only the first 256 KiB of `error` are parsed,
 * or of `error_json` if `error` has no frame. `message`: first line with variable parts replaced. `topFrame`: the first
 * of the frames that `frames` would use.
 */
export type GroupKey =
	| { readonly kind: 'frames' }
	| { readonly kind: 'name' }
	| { readonly kind: 'message' }
	| { readonly kind: 'topFrame' }
	| { readonly kind: 'column'; readonly column: number };

export interface Group {
	readonly value: GroupValue;
	/** Additional text for display, such as the message if records are grouped by name. May be empty. */
	readonly detail: string;
	/** Unqualified type of the exception that wraps the root cause in the first record. Undefined if there is none. */
	readonly outerType?: string;
	readonly firstRecord: number;
	readonly records: number;
	readonly devices: number | undefined;
	/** Unix time in seconds. Undefined if no record of the group has a time. */
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
	/** Lowest and highest version, compared by version number instead of time. Empty if unknown. */
	readonly firstVersion: string;
	readonly lastVersion: string;
	/** Record counts in equal time intervals of the view. Empty without a time column. */
	readonly trend: readonly number[];
	/** Set if the counts are estimated from a sample, because exact counts exceed a server's limits. */
	readonly approximate?: true;
}

/** `trend` sorts by the increase in records from the first to the second half of the view's time range. */
export type GroupOrder = 'records' | 'devices' | 'lastSeen' | 'firstSeen' | 'trend' | 'value';

export interface GroupPage {
	/** Number of groups in the entire view. `records` is the total number of their records. */
	readonly groups: number;
	readonly listed?: number | undefined;
	readonly records: number;
	readonly page: readonly Group[];
	readonly approximate?: true;
	/** Number of records grouped by their first line because parsing timed out. Undefined if there are none. */
	readonly cutShort?: number | undefined;
	/** Undefined if there are no obfuscated traces or no mapping files. */
	readonly deobfuscated?: DeobfuscatedRecords | undefined;
}

export interface DeobfuscatedRecords {
	readonly records: number;
	/** Number of records grouped by obfuscated names, because no mapping file is proven to match their build. */
	readonly minified: number;
	/** Number of records with versions for which no mapping file was searched, because of a limit. */
	readonly unsearched?: number;
	/** Mapping files that were used, most frequently used first. A trace can require two files, one per platform. */
	readonly files: readonly { readonly path: string; readonly records: number }[];
	readonly moreFiles: number;
}

export interface Histogram {
	/** Start of the first bar in Unix seconds. `step` is the width of each bar in seconds. */
	readonly start: number;
	readonly step: number;
	/** Most frequent values in the column's order, followed by a series with the value '' for all other values. */
	readonly series: readonly { readonly value: string; readonly other: boolean; readonly counts: readonly number[] }[];
	readonly without: number;
	readonly approximate?: true;
}

interface CountedValue {
	readonly value: string;
	readonly records: number;
	readonly approximate?: true;
}

export interface TopValues {
	readonly values: readonly CountedValue[];
	/** Number of distinct non-empty values. Undefined if there are too many to count. */
	readonly distinct: number | undefined;
	readonly records: number;
	readonly empty: number;
	readonly approximate?: true;
}

export interface Totals {
	readonly records: number;
	readonly filled: number;
	readonly numbers: number;
	/** Exact decimal sum. Undefined if there are no numbers. */
	readonly sum: string | undefined;
}

export interface RecordPage {
	readonly count: number;
	readonly start: number;
	readonly rows: readonly {
		readonly number: number;
		/** Values of the requested columns, in the same order, each truncated to `cellLength` characters. */
		readonly cells: readonly string[];
		readonly broken: boolean;
	}[];
}

/** Maximum displayed length of a single value, and of all values of a record together, in UTF-16 code units. */
export const maxPerValue = 1_000_000;
export const maxPerRecord = 3_000_000;

export interface RecordDetail {
	readonly number: number;
	readonly values: readonly string[];
	/** Undefined for a valid record. `raw` is the record's text in the file. */
	readonly fault: { readonly kind: 'cells' | 'json'; readonly found: number; readonly raw: string } | undefined;
	readonly cut?: readonly CutText[] | undefined;
}

export interface CutText {
	/** Column index, or `raw` for the record's text in the file. */
	readonly column: number | 'raw';
	readonly length: number;
}

type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'markdown';

export interface CopyOrSave {
	readonly view: View;
	readonly positions?: readonly PositionRange[];
	readonly columns: readonly number[];
	/** Parquet can only be saved to files, and all its columns contain text. */
	readonly format: TextFormat | 'parquet';
	/** Whether to escape cells that start with `= + - @` or a control character, so that they don't become formulas. */
	readonly spreadsheetSafe: boolean;
	readonly header: boolean;
	/** Whether to copy the column `error` unchanged. Otherwise, its stack traces are deobfuscated if possible. */
	readonly tracesAsWritten?: boolean | undefined;
}

export interface TextToCopy extends CopyOrSave {
	readonly format: TextFormat;
}

/** Line of an issue. The line is omitted if its value is empty. */
export interface IssueFact {
	readonly label: string;
	readonly value: string;
	/** Source of the value. `record` is untrusted text that must be escaped. `host` is text that App Errors generates. */
	readonly from: 'host' | 'record';
}

/** Labels and headings come from the host and are not escaped. */
export interface IssueQuestion {
	/** Title from a record, such as the title of its group. If undefined, the title of this issue's record is used. */
	readonly title: string | undefined;
	readonly facts: readonly IssueFact[];
	readonly record:
		| {
				readonly number: number;
				readonly untitled: string;
				/** Heading above the fields. If undefined, the fields are listed as facts. */
				readonly fieldsHeading: string | undefined;
				readonly traceHeading: string;
				readonly deobfuscatedLabel: string;
		  }
		| undefined;
	readonly closing: readonly Pick<IssueFact, 'value' | 'from'>[];
}

export interface ReportQuestion {
	readonly view: View;
	readonly key: GroupKey;
	readonly order: GroupOrder;
	readonly descending: boolean;
	readonly filters: readonly string[];
	readonly keyWords: string;
	readonly timeZone: string;
}
