/**
 * Queries of the results view, as plain data that all layers pass on unchanged. A record's *number* is its zero-based
 * index in the file, and its *position* is its zero-based index in a view. Values are the exact text in the file.
 * Empty, null, and missing values are ''.
 */

import type { GroupValue } from './groupValue';

/** Kind of a column, which determines how its values are compared. Times are Unix seconds or `yyyy-mm-dd hh:mm:ss`. */
export type ColumnKind = 'text' | 'integer' | 'time' | 'version';

/** Maximum number of columns that are shown by default. Each column slows down the rendering of rows. */
export const columnsAtFirst = 200;

/** Damage caused by a spreadsheet program: `rounded` numbers, or `dates` in place of versions. */
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
	/** When the facts are updated, unchanged columns stay the same objects. */
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

/** Properties of the file format that aren't stored in the file itself. */
export interface FileForm {
	readonly encoding: Encoding;
	/** Delimiter between CSV cells. For JSON, the delimiter is irrelevant and always a comma. */
	readonly delimiter: Delimiter;
	/** One-based line number of the CSV header. Undefined if the header is the first line. */
	readonly headerLine?: number;
	/** Number of CSV columns after the last column with a name or values. These columns aren't shown. */
	readonly unnamedColumns?: number;
	/** Whether a backslash in a quoted CSV value escapes the next character. */
	readonly backslashEscapes?: boolean;
	/** Whether blanks can occur between the quotes of a CSV value and the delimiters. */
	readonly spacedQuotes?: boolean;
	/** Names of the JSON members on the path to the list of records. If undefined, the path is `data`. */
	readonly listPath?: readonly string[];
	/** Original names of the columns that were matched to fields with similar names. */
	readonly renamed?: readonly string[];
	readonly packing?: Packing;
}

/** Facts about an open file. Columns are excluded, because there can be thousands. */
export interface TableFacts {
	readonly format: 'csv' | 'json';
	/**
	 * Details of the file format. Undefined if the file has exactly the format of an export: UTF-8 and, in CSV files,
	 * commas as delimiters.
	 */
	readonly form?: FileForm;
	/** Original format of the file. Undefined unless the records were converted to `format`. */
	readonly container?: 'parquet';
	readonly total: number;
	/** Number of records with the wrong number of cells or with invalid JSON. The filter `broken` selects them. */
	readonly broken: number;
	/** Number of malformed JSON records whose end was guessed from the apparent start of the next record. */
	readonly guessed: number;
	/** Whether the file has more columns than the limit. Values in extra columns appear only in the raw text. */
	readonly moreColumns: boolean;
	readonly truncated: boolean;
	/** Number of files that were appended to the first one. Undefined if no files were appended. */
	readonly joins?: number;
	/** Number of records that were omitted because they are too long. Undefined if no records were omitted. */
	readonly tooLong?: number;
	readonly bytes: number;
	/** Default order of the records. If undefined, the default is their order in the file. */
	readonly naturalOrder?: 'newestFirst';
	/** Whether records can be grouped by column values only, because traces and messages can't be analyzed. */
	readonly valueGroups?: true;
	/** Start, in Unix seconds, of the period that is shown by default. Undefined if all days are shown. */
	readonly recentSince?: number;
	/** Index of the time column: `error_timestamp`, or else `error_datetime`, or else a receive time. */
	readonly timeColumn: number | undefined;
	readonly deviceColumn: number | undefined;
	readonly versionColumn: number | undefined;
}

/**
 * A file that was `replaced` or is `gone` stays open, so that its records remain available. `loaded` means that records
 * were loaded into the dataset.
 */
export type FileChange = 'changed' | 'shortened' | 'replaced' | 'gone' | 'loaded';

export interface OpenProgress<Info = TableInfo> {
	readonly bytes: number;
	readonly totalBytes: number;
	/** Number of records found so far, which can already be shown in file order. */
	readonly records: number;
	/** Facts about the table, defined as soon as pages can be requested. All progress reports contain the same object. */
	readonly info: Info;
}

export interface FileReading {
	readonly progress: OpenProgress;
	readonly done: boolean;
}

/** Condition on records. A record must meet all filters of a view. Columns are indexes into `TableInfo.columns`. */
export type RecordFilter =
	/** Matches values that contain the text. Ignores case and the composition of accents. */
	| { readonly kind: 'contains'; readonly column: number; readonly text: string }
	/** Matches any of the `values`. The value '' matches empty values, and `not` inverts the filter. */
	| { readonly kind: 'oneOf'; readonly column: number; readonly values: readonly string[]; readonly not?: boolean }
	/**
	 * Matches values that equal the value of one record. Used if this value is too long to send. Matches nothing if that
	 * value has changed.
	 */
	| {
			readonly kind: 'sameAs';
			readonly column: number;
			readonly number: number;
			readonly beginning: string;
			readonly length: number;
			readonly not?: boolean;
	  }
	/** Matches values in a range, compared according to the kind of the column. A missing bound means no limit. */
	| {
			readonly kind: 'range';
			readonly column: number;
			readonly from?: string;
			readonly to?: string;
			readonly fromOpen?: boolean;
			readonly toOpen?: boolean;
	  }
	| { readonly kind: 'empty'; readonly column: number; readonly not?: boolean }
	/** Matches an ECMAScript regular expression with the flags `iu`, within a time limit. */
	| { readonly kind: 'matches'; readonly column: number; readonly pattern: string }
	/**
	 * Matches records in which any value contains the text. If `columns` is specified, only these columns are searched.
	 * Ignores case.
	 */
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

/** Selection of records and their order. Sorting is stable. Without sorting, records are in file order. */
export interface View {
	readonly filters: readonly RecordFilter[];
	readonly sort: readonly SortKey[];
}

/**
 * Determines which records are treated as the same error. `frames` compares the type of the innermost exception and the
 * class and method of up to five frames in the user's code. Without such frames, it compares up to three other frames,
 * and without frames, the type and message. It parses the first 256 KiB of `error`, or of `error_json` if `error`
 * contains no frame. `message` compares the first line, without its variable parts. `topFrame` compares the first frame
 * that `frames` would use.
 */
export type GroupKey =
	| { readonly kind: 'frames' }
	| { readonly kind: 'name' }
	| { readonly kind: 'message' }
	| { readonly kind: 'topFrame' }
	| { readonly kind: 'column'; readonly column: number };

export interface Group {
	readonly value: GroupValue;
	/** Further text to display, such as the message if records are grouped by name. May be empty. */
	readonly detail: string;
	/** Unqualified type of the exception that wraps the first record's root cause. Undefined if no exception wraps it. */
	readonly outerType?: string;
	readonly firstRecord: number;
	readonly records: number;
	readonly devices: number | undefined;
	/** Earliest time in Unix seconds. Undefined if no record of the group has a time. */
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
	/** Lowest and highest version, by version number instead of time. Empty if unknown. */
	readonly firstVersion: string;
	readonly lastVersion: string;
	/** Record counts in equal time intervals of the view. Empty if there is no time column. */
	readonly trend: readonly number[];
	/**
	 * True if the counts are estimates from a sample, because exact counts would exceed the limits of the database
	 * server.
	 */
	readonly approximate?: true;
}

/** `trend` sorts by the increase in records between the first and the second half of the view's time range. */
export type GroupOrder = 'records' | 'devices' | 'lastSeen' | 'firstSeen' | 'trend' | 'value';

export interface GroupPage {
	/** Number of groups in the entire view. `records` is the number of records in these groups. */
	readonly groups: number;
	readonly listed?: number | undefined;
	readonly records: number;
	readonly page: readonly Group[];
	readonly approximate?: true;
	/** Number of records grouped by their first line, because parsing timed out. Undefined if parsing never timed out. */
	readonly cutShort?: number | undefined;
	/**
	 * Effect of deobfuscation on the groups. Undefined if the records contain no obfuscated traces or no mapping files
	 * are known.
	 */
	readonly deobfuscated?: DeobfuscatedRecords | undefined;
}

export interface DeobfuscatedRecords {
	readonly records: number;
	/** Number of records that are grouped by their minified names, because no mapping file is proven to match. */
	readonly minified: number;
	/** Number of records whose mapping files were not searched for, because there are too many versions. */
	readonly unsearched?: number;
	/** Mapping files that were used, most frequent first. A trace with two platforms can require two files. */
	readonly files: readonly { readonly path: string; readonly records: number }[];
	readonly moreFiles: number;
}

export interface Histogram {
	/** Start of the first bar in Unix seconds. `step` is the width of a bar in seconds. */
	readonly start: number;
	readonly step: number;
	/** Most frequent values, in the order of the column kind. Other values are combined in a last series named ''. */
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
	/** Number of distinct nonempty values. Undefined if there are too many to count. */
	readonly distinct: number | undefined;
	readonly records: number;
	readonly empty: number;
	readonly approximate?: true;
}

export interface Totals {
	readonly records: number;
	readonly filled: number;
	readonly numbers: number;
	/** Exact sum as a decimal number. Undefined if the column contains no numbers. */
	readonly sum: string | undefined;
}

export interface RecordPage {
	readonly count: number;
	readonly start: number;
	readonly rows: readonly {
		readonly number: number;
		/** Values of the requested columns, in the same order. Each value is truncated to `cellLength` characters. */
		readonly cells: readonly string[];
		readonly broken: boolean;
	}[];
}

/** Maximum displayed length of one value, in UTF-16 code units. */
export const maxPerValue = 1_000_000;
/** Maximum displayed length of all values of a record together, in UTF-16 code units. */
export const maxPerRecord = 3_000_000;

export interface RecordDetail {
	readonly number: number;
	readonly values: readonly string[];
	/** Reason why the record is malformed. `raw` is the text of the record in the file. Undefined for a valid record. */
	readonly fault: { readonly kind: 'cells' | 'json'; readonly found: number; readonly raw: string } | undefined;
	readonly cut?: readonly CutText[] | undefined;
}

export interface CutText {
	/** Column index, or `raw` for the text of the record in the file. */
	readonly column: number | 'raw';
	readonly length: number;
}

type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'markdown';

export interface CopyOrSave {
	readonly view: View;
	readonly positions?: readonly PositionRange[];
	readonly columns: readonly number[];
	/** Parquet can only be saved to a file, not copied. */
	readonly format: TextFormat | 'parquet';
	/**
	 * Whether to escape cells that start with `= + - @` or a control character, because spreadsheet programs would
	 * interpret them as formulas.
	 */
	readonly spreadsheetSafe: boolean;
	readonly header: boolean;
	/** Whether to copy the column `error` unchanged instead of deobfuscating its stack traces. */
	readonly tracesAsWritten?: boolean | undefined;
}

export interface TextToCopy extends CopyOrSave {
	readonly format: TextFormat;
}

/** Labeled value in an issue. Omitted from the issue if the value is empty. */
export interface IssueFact {
	readonly label: string;
	readonly value: string;
	/** `record` means untrusted text from a record, which is escaped. `host` means text that the extension generates. */
	readonly from: 'host' | 'record';
}

/** Contents of an issue. Labels and headings come from the extension host and are not escaped. */
export interface IssueQuestion {
	/**
	 * Title of the issue, for example the name of a group from the records. If undefined, the title is taken from
	 * `record`.
	 */
	readonly title: string | undefined;
	readonly facts: readonly IssueFact[];
	readonly record:
		| {
				readonly number: number;
				readonly untitled: string;
				/** Heading above the record's fields. If undefined, the fields are listed together with `facts`. */
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
