import type { SiteCount, SiteGroup } from '../../core/records/query/crashSites/siteAnswers';
import type { CodeSource } from '../../services/code/codeSources';
import type { LeftOfFile, MarkedLineKind } from '../../wording/codeMarkMessages';

/** What the records of a source say about a place. */
export interface SourceCount {
	readonly source: CodeSource;
	readonly count: SiteCount;
}

/** A function of a file that records lead to. */
export interface FunctionMark {
	/** Its type and name, for people; tells it from the others of the file together with `nth`. */
	readonly name: string;
	/** Of functions of that name, the how manieth it is. */
	readonly nth: number;
	/** Where its name is (base 1). */
	readonly line1: number;
	/** Its last line. */
	readonly last: number;
	/** Records that threw in it; empty where none did. */
	readonly threw: readonly SourceCount[];
	/** Records that threw in it, or in what it called. */
	readonly passed: readonly SourceCount[];
}

/** A line of a file that records lead to. */
export interface LineMark {
	/** Base 1. */
	readonly line1: number;
	/** Whether records threw there, rather than in what was called there. */
	readonly isThrower: boolean;
	/** How lines of builds came to be this one, those of most records first. */
	readonly told: readonly ToldLine[];
	readonly counts: readonly SourceCount[];
}

/** A line as traces of a version tell it. */
export interface ToldLine {
	readonly kind: MarkedLineKind;
	/** Undefined where they tell none. */
	readonly line1: number | undefined;
	readonly version: string;
	/** The number of its build, as far as it is known. */
	readonly build: string | undefined;
	/** Its ID; '' where it is not known. */
	readonly application: string;
	readonly records: number;
}

/** What the records say about a file, by the lines of its text. */
export interface FileMarks {
	/** In the order of the text. */
	readonly functions: readonly FunctionMark[];
	readonly lines: readonly LineMark[];
	readonly left: LeftOfFile;
}

export const emptyFileMarks: FileMarks = { functions: [], lines: [], left: { unsure: 0, gone: 0, minified: 0 } };

/** The same where lines have moved. @param lineNow Of a line as it was, both base 1. */
export function movedMarks(marks: FileMarks, lineNow: (line1: number) => number): FileMarks {
	return {
		...marks,
		functions: marks.functions.map((mark) => ({ ...mark, line1: lineNow(mark.line1), last: lineNow(mark.last) })),
		lines: marks.lines.map((mark) => ({ ...mark, line1: lineNow(mark.line1) })),
	};
}

/** The marked function around a line: the innermost. */
export function functionAround(marks: FileMarks, line1: number): FunctionMark | undefined {
	return marks.functions.findLast((mark) => mark.line1 <= line1 && line1 <= mark.last);
}

/** Counts of several sources as one: their records are those of different applications. */
export function summedCount(counts: readonly SourceCount[]): SiteCount | undefined {
	const [first, ...others] = counts.map(({ count }) => count);
	return first && others.reduce(sumOf, first);
}

function sumOf(one: SiteCount, other: SiteCount): SiteCount {
	return {
		...one,
		records: one.records + other.records,
		devices: one.devices === undefined || other.devices === undefined ? undefined : one.devices + other.devices,
		firstSeen: leastOf(one.firstSeen, other.firstSeen),
		lastSeen: mostOf(one.lastSeen, other.lastSeen),
		// Versions of different applications have no order.
		versions: undefined,
		groupCount: one.groupCount + other.groupCount,
		groups: [...one.groups, ...other.groups],
	};
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function mostOf(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

/** A group of a source, to be opened there. */
export interface SourceGroup {
	readonly source: CodeSource;
	readonly group: SiteGroup;
}

/** Those with most records first. */
export function groupsIn(counts: readonly SourceCount[]): readonly SourceGroup[] {
	return counts
		.flatMap(({ source, count }) => count.groups.map((group) => ({ source, group })))
		.sort((one, other) => other.group.records - one.group.records);
}

/** Whether any of the counts may be less than there were. */
export function isAtLeast(counts: readonly SourceCount[]): boolean {
	return counts.some(
		({ source: { facts } }) => facts !== undefined && (facts.proof !== 'proven' || facts.filters.length > 0),
	);
}
