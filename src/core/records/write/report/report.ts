/**
 * What a report says, before it is Markdown or HTML. A string is the product's own words; whatever comes from records,
 * files or people is foreign and stays text in every form.
 */
export type ReportWords = string | { readonly foreign: string } | { readonly link: ReportLink };

/** One line of a report: words one behind the other. */
export type ReportLine = readonly ReportWords[];

/** A line of a file of the workspace. */
export interface ReportLink {
	readonly label: string;
	/** As `LinkTo` knows it. */
	readonly file: string;
	readonly line1: number;
}

/** The path of a file from where the report will be, with `/`; undefined where it cannot be reached from there. */
export type LinkTo = (file: string) => string | undefined;

export interface ReportBar {
	readonly label: string;
	readonly count: number;
	/** The count as a person reads it. */
	readonly words: string;
}

export type ReportBlock =
	| { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly line: ReportLine }
	| { readonly kind: 'paragraph'; readonly line: ReportLine }
	| { readonly kind: 'list'; readonly items: readonly ReportLine[] }
	/** The first column is of words, the others of numbers and the like. */
	| { readonly kind: 'table'; readonly head: ReportLine; readonly rows: readonly ReportLine[] }
	/** All on one scale; what is there has a bar, however short. */
	| { readonly kind: 'bars'; readonly bars: readonly ReportBar[] }
	/** Counts over time in equal parts, all lines on one scale. */
	| { readonly kind: 'trends'; readonly trends: readonly ReportTrend[] };

export interface ReportTrend {
	/** '' where there is only one. */
	readonly label: string;
	readonly counts: readonly number[];
	/** What a person reads who does not see it. */
	readonly words: string;
}

export interface ReportDocument {
	readonly title: string;
	/** BCP 47 tag of the language that the product's own words are in. */
	readonly language: string;
	readonly blocks: readonly ReportBlock[];
}

/** How many of them a bar or a trend may have of its full length. */
export function shareOf(count: number, most: number, full: number): number {
	return count === 0 ? 0 : Math.max(1, Math.round((count / Math.max(1, most)) * full));
}

/** The largest count of all trends. */
export function highest(trends: readonly ReportTrend[]): number {
	return trends.reduce((most, { counts }) => counts.reduce((one, other) => Math.max(one, other), most), 0);
}

/** A link to a line as it is written in Markdown and HTML; undefined where the file cannot be reached. */
export function linkTarget({ file, line1 }: ReportLink, linkTo: LinkTo): string | undefined {
	// What begins with a dot cannot be an address.
	const path = linkTo(file)?.replace(/\p{Cs}/gu, '\ufffd');
	return path === undefined ? undefined : `./${encodeURI(path).replace(/[#?()]/g, percent)}#L${line1}`;
}

function percent(character: string): string {
	return `%${character.charCodeAt(0).toString(16)}`;
}
