/** A string is trusted text from the extension. `foreign` text from records, files, or users is always escaped. */
export type ReportWords = string | { readonly foreign: string } | { readonly link: ReportLink };

export type ReportLine = readonly ReportWords[];

export interface ReportLink {
	readonly label: string;
	readonly file: string;
	readonly line1: number;
}

/** Returns a file's path relative to the report, with `/` as separator, or undefined if there is no such path. */
export type LinkTo = (file: string) => string | undefined;

export interface ReportBar {
	readonly label: string;
	readonly count: number;
	readonly words: string;
}

export type ReportBlock =
	| { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly line: ReportLine }
	| { readonly kind: 'paragraph'; readonly line: ReportLine }
	| { readonly kind: 'list'; readonly items: readonly ReportLine[] }
	| ReportTable
	/** All bars have the same scale. A bar is visible if its count is not 0. */
	| { readonly kind: 'bars'; readonly bars: readonly ReportBar[] }
	/** Counts or rates in equal time intervals. All trends have the same scale. */
	| { readonly kind: 'trends'; readonly trends: readonly ReportTrend[] };

interface ReportTable {
	readonly kind: 'table';
	readonly head: ReportLine;
	readonly rows: readonly ReportLine[];
}

/** Returns true if a column contains text. Otherwise, it contains formatted numbers, which are plain strings. */
export function isTextColumn({ rows }: ReportTable, column: number): boolean {
	return column === 0 || rows.some((row) => typeof row[column] === 'object');
}

export interface ReportTrend {
	/** Label of the trend. Empty if the block contains only one trend. */
	readonly label: string;
	/** Counts, or rates if the trends cover different durations. */
	readonly counts: readonly number[];
	/** Text alternative for screen readers. */
	readonly words: string;
}

export interface ReportDocument {
	readonly title: string;
	/** Language of the report as a BCP 47 tag. */
	readonly language: string;
	readonly blocks: readonly ReportBlock[];
}

/**
 * Returns the length of a bar. Unless the count is 0, the length is at least 1. For rates, `most` can be less than 1.
 */
export function getShare(count: number, most: number, full: number): number {
	return count === 0 ? 0 : Math.max(1, Math.round((count / most) * full));
}

export function highest(trends: readonly ReportTrend[]): number {
	return trends.reduce((most, { counts }) => counts.reduce((one, other) => Math.max(one, other), most), 0);
}

/** Returns the URL of a source line for Markdown and HTML. Returns undefined if the file can't be linked. */
export function linkTarget({ file, line1 }: ReportLink, linkTo: LinkTo): string | undefined {
	// The prefix `./` ensures that the path isn't interpreted as an absolute URL.
	const path = linkTo(file)?.replace(/\p{Cs}/gu, '\ufffd');
	return path === undefined ? undefined : `./${encodeURI(path).replace(/[#?()]/g, percent)}#L${line1}`;
}

function percent(character: string): string {
	return `%${character.charCodeAt(0).toString(16)}`;
}
