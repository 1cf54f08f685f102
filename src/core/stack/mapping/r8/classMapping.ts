import type { MemberNote } from './memberNotes';

/** Line range, including both ends. */
export interface LineRange {
	readonly first: number;
	readonly last: number;
}

export interface MemberRange {
	/** Range in the minified method. Undefined if the entry applies to all lines. */
	readonly minified: LineRange | undefined;
	/** Range in the source file. Undefined if unknown. `0:0` means that the code has no source lines. */
	readonly original: LineRange | undefined;
	/** Original class of the code, if the code was moved from another class. */
	readonly holder: string | undefined;
	readonly method: string;
	/** Return type, holder, name and parameters, in the format of the mapping. Distinguishes overloads. */
	readonly signature: string;
	readonly notes: readonly MemberNote[];
}

export interface ClassMapping {
	readonly original: string;
	readonly minified: string;
	/**
	 * Returns all methods with a minified name. If a position is given, may omit chains that don't contain it. This
	 * does not change the result of `narrow`. Returns undefined if the methods have too many lines in the mapping.
	 */
	methods(name: string, position?: number): readonly MethodChains[] | undefined;
	fields(name: string): readonly string[];
	/** Whether the class is too large, so that only its name was read. */
	readonly unread: boolean;
}

/** Part of a mapping file that was loaded for a trace. */
export interface ClassNames {
	/** Returns the classes with a minified name. A file that combines several mappings can have more than one. */
	classes(minified: string): readonly ClassMapping[];
	sourceFile(original: string): string | undefined;
	hasOriginal(name: string): boolean;
}

export interface MethodChains {
	readonly holder: string | undefined;
	readonly method: string;
	readonly chains: readonly InlineChain[];
	readonly synthesized: boolean;
	readonly outline: boolean;
}

/** Consecutive entries with the same range of minified lines, from the innermost inlined method outwards. */
export interface InlineChain {
	readonly minified: LineRange | undefined;
	readonly ranges: readonly MemberRange[];
}
