import type { SiteCount, SiteGroup } from '../../core/records/query/crashSites/siteAnswers';
import type { CodeSource } from '../../services/code/codeSources';
import type { LeftOfFile, MarkedLineKind } from '../../wording/codeMarkMessages';

export interface SourceCount {
	readonly source: CodeSource;
	readonly count: SiteCount;
}

export interface FunctionMark {
	/**
	 * Name of the function, with the enclosing type. `nth` distinguishes functions that have the same name in the file.
	 */
	readonly name: string;
	readonly nth: number;
	readonly line1: number;
	readonly last: number;
	/**
	 * Number of records whose error was thrown in the function itself, by source (export or synced set). May be empty.
	 */
	readonly threw: readonly SourceCount[];
	/** Number of records whose error was thrown in the function or in a function that it called, by source. */
	readonly passed: readonly SourceCount[];
}

export interface LineMark {
	readonly line1: number;
	/** True if errors were thrown on this line. False if they were thrown only in functions called from this line. */
	readonly isThrower: boolean;
	/** Lines in stack traces that correspond to this line. Lines with the most records come first. */
	readonly reported: readonly ReportedLine[];
	readonly counts: readonly SourceCount[];
}

export interface ReportedLine {
	readonly kind: MarkedLineKind;
	/** Line number in the stack traces (1-based). Undefined if the traces contain no line number. */
	readonly line1: number | undefined;
	readonly version: string;
	readonly build: string | undefined;
	readonly application: string;
	readonly records: number;
}

export interface FileMarks {
	readonly functions: readonly FunctionMark[];
	readonly lines: readonly LineMark[];
	readonly left: LeftOfFile;
	/** True if Git hasn't responded in time. Lines of older builds may then be marked at their old positions. */
	readonly awaitsHistory: boolean;
}

export const emptyFileMarks: FileMarks = {
	functions: [],
	lines: [],
	left: { unsure: 0, gone: 0, minified: 0, unread: 0 },
	awaitsHistory: false,
};

/**
 * Returns the marks after a change to the text.
 * @param lineNow Converts an old line number to the current line number (both 1-based)
 */
export function movedMarks(marks: FileMarks, lineNow: (line1: number) => number): FileMarks {
	return {
		...marks,
		functions: marks.functions.map((mark) => ({ ...mark, line1: lineNow(mark.line1), last: lineNow(mark.last) })),
		lines: marks.lines.map((mark) => ({ ...mark, line1: lineNow(mark.line1) })),
	};
}

export function functionAround(marks: FileMarks, line1: number): FunctionMark | undefined {
	return marks.functions.findLast((mark) => mark.line1 <= line1 && line1 <= mark.last);
}

/** Adds up the counts of all sources. Each source has a different application, so no record is counted twice. */
export function summedCount(counts: readonly SourceCount[]): SummedCount | undefined {
	const [first, ...others] = counts.map(({ count, source: { timeZone } }) => ({ ...count, timeZone }));
	return first && others.reduce(sumOf, first);
}

interface SummedCount extends SiteCount {
	/** Time zone of the application with the newest record. Undefined means the local time zone. */
	readonly timeZone: string | undefined;
}

function sumOf(one: SummedCount, other: SummedCount): SummedCount {
	const { lastSeen, timeZone } = (other.lastSeen ?? -Infinity) > (one.lastSeen ?? -Infinity) ? other : one;
	return {
		...one,
		records: one.records + other.records,
		devices: one.devices === undefined || other.devices === undefined ? undefined : one.devices + other.devices,
		firstSeen: leastOf(one.firstSeen, other.firstSeen),
		lastSeen,
		timeZone,
		// No versions are shown, because versions of different applications can't be ordered.
		versions: undefined,
		groupCount: one.groupCount + other.groupCount,
		groups: [...one.groups, ...other.groups],
	};
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

export interface SourceGroup {
	readonly source: CodeSource;
	readonly group: SiteGroup;
}

export function groupsIn(counts: readonly SourceCount[]): readonly SourceGroup[] {
	return counts
		.flatMap(({ source, count }) => count.groups.map((group) => ({ source, group })))
		.sort((one, other) => other.group.records - one.group.records);
}

export function isAtLeast(counts: readonly SourceCount[]): boolean {
	return counts.some(
		({ source: { facts } }) => facts !== undefined && (facts.proof !== 'proven' || facts.filters.length > 0),
	);
}
