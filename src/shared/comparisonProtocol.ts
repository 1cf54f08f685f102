import type {
	ApartLines,
	ChosenComparison,
	ComparedGroup,
	ComparedSide,
	ComparisonPage,
	ComparisonPageQuestion,
	ExposureKind,
	LikelySame,
	SideSummary,
	VerdictKind,
} from './comparison';
import type { GroupValue } from './groupValue';
import type { GroupKey, RecordFilter, TableInfo, TopValues } from './results';
import type { Method } from './rpc';

/** The words in which the page of a comparison and its host talk. Sentences are worded by the host. */

/** What is asked of two sides that stay the same. Columns are those of the records after. */
export interface ComparisonAsked {
	readonly key: GroupKey;
	readonly exposure: ExposureKind;
	/** Of both sides. */
	readonly filters: readonly RecordFilter[];
}

/** What the page keeps over a reload; `columnNames` are of the columns that are spoken of by index. */
export interface ComparisonState {
	readonly asked: ComparisonAsked;
	readonly columnNames: Readonly<Record<number, string>>;
	readonly order: ComparisonPageQuestion['order'];
	/** Folds whose groups are listed. */
	readonly unfolded: readonly FoldName[];
	readonly selected: SelectedGroup | undefined;
	/** How far the list is scrolled (CSS pixels). */
	readonly top: number;
	/** Width of the pane of a group, or its height where it is below; undefined as long as nobody chose it (CSS pixels). */
	readonly detailSize?: number | undefined;
}

/** A group with its place among those of its fold, where it is looked for after a reload. */
export interface SelectedGroup {
	readonly value: GroupValue;
	readonly fold: FoldName;
	readonly index: number;
}

/** What the page leaves with the editor, by which the view is made again after a reload of the window. */
export interface KeptComparisonPage {
	/** As the host gave it. */
	readonly comparison: ChosenComparison;
	/** Undefined where nothing was changed. */
	readonly state: ComparisonState | undefined;
}

/** The groups of a verdict; those about which nothing can be told are together. */
export const foldNames = ['new', 'grown', 'unchanged', 'shrunk', 'gone', 'untold'] as const;
export type FoldName = (typeof foldNames)[number];

export const verdictsOf: Readonly<Record<FoldName, readonly VerdictKind[]>> = {
	new: ['new'],
	grown: ['grown'],
	unchanged: ['unchanged'],
	shrunk: ['shrunk'],
	gone: ['gone'],
	untold: ['cannotTell', 'variesStrongly', 'tooFew'],
};

/** What limits a comparison, with buttons for what would help. */
export interface Obstacle {
	readonly kind: 'warning' | 'info';
	readonly text: string;
	readonly actions: readonly { readonly id: string; readonly label: string }[];
}

/** Everything the page needs to start. */
export interface ComparisonStart {
	/** `What changed: Shop` */
	readonly title: string;
	/** What the records of each side are, as the person chose them. */
	readonly labels: Readonly<Record<ComparedSide, string>>;
	/** Of the records after. */
	readonly info: TableInfo;
	/** Columns of the records after that those before have as well, by which both can be filtered and grouped. */
	readonly sharedColumns: readonly number[];
	/** Counts can be held against the time of each side; otherwise only against its devices with errors. */
	readonly byTime: boolean;
	/** What is asked at first, where nothing was kept. */
	readonly asked: ComparisonAsked;
	readonly state: ComparisonState | undefined;
	/** What is compared, to be kept with the state. */
	readonly comparison: ChosenComparison;
	readonly strings: Readonly<Record<string, string>>;
	readonly language: string;
	readonly timeZone: string;
}

/** All of a comparison but its groups. */
export interface ComparisonHead extends Pick<ComparisonPage, 'by' | 'groups' | 'lag'> {
	readonly sides: Readonly<Record<ComparedSide, SideSummary>>;
	/** Flags of each side in words: `complete`, `cut`, `3 records without a time`. */
	readonly flags: Readonly<Record<ComparedSide, readonly string[]>>;
	/** The times of each side in words. */
	readonly spans: Readonly<Record<ComparedSide, string>>;
	/** The most important first. */
	readonly obstacles: readonly Obstacle[];
	/** What verdicts take for granted, a sentence each. */
	readonly basis: readonly string[];
	readonly likelySame: readonly LikelySame[];
}

export interface ComparedRow extends ComparedGroup {
	/** The verdict with its figures, in sentences. */
	readonly words: string;
}

/** What a report of a comparison tells. */
export interface ComparisonReportQuestion {
	readonly asked: ComparisonAsked;
	/** The filters and the key in words, without values of personal columns. */
	readonly filters: readonly string[];
	readonly keyWords: string;
}

/** What the host serves to the page of a comparison. */
export interface ComparisonHost {
	/** The first call; resolves when both sides are read. Tells how far that is, from 0 to 1. */
	ready: Method<undefined, ComparisonStart, { share: number }>;
	keepState: Method<ComparisonState, void>;
	compare: Method<ComparisonAsked, ComparisonHead, { share: number }>;
	/** Groups of a fold in an order; `listed` is how many it has. */
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
	/** Of the side after, or of the one before where that alone has the group; with what weakens it, if anything. */
	setsApart: Method<{ asked: ComparisonAsked; value: GroupValue; side: ComparedSide }, ApartLines>;
	/** Values of a column on both sides together, the most frequent first. */
	topValues: Method<{ asked: ComparisonAsked; column: number; limit: number; containing?: string }, TopValues>;
	/** Shows the records of a group, or of all groups, on a side in the results view. */
	openRecords: Method<{ asked: ComparisonAsked; value: GroupValue | undefined; side: ComparedSide }, void>;
	/** An obstacle's button. */
	act: Method<{ id: string }, void>;
	copyText: Method<{ text: string }, void>;
	/** Asks for the place and writes; answers with a message, '' when nothing was saved. */
	saveReport: Method<ComparisonReportQuestion, string>;
}

/** What commands of the palette have the page do. */
export type ComparisonCommand = 'saveReport' | 'focusGroups' | 'clearFilters';

/** What the page of a comparison serves to the host. */
export interface ComparisonView {
	/** The records of a side are others now: what is shown is asked for anew. */
	recordsChanged: Method<undefined, void>;
	command: Method<{ id: ComparisonCommand }, void>;
}
