import type { MemberNote } from './memberNotes';

/** Range of lines. Both ends are inclusive. */
export interface LineRange {
	readonly first: number;
	readonly last: number;
}

export interface MemberRange {
	/** Range of lines in the minified method. Undefined if the entry applies to all lines. */
	readonly minified: LineRange | undefined;
	/** Range of lines in the source file. Undefined if unknown. `0:0` means that the code has no source lines. */
	readonly original: LineRange | undefined;
	/** Original class of code that was moved to another class. Undefined if the code wasn't moved. */
	readonly holder: string | undefined;
	readonly method: string;
	/** Return type, class, name, and parameters as written in the mapping. The signature distinguishes overloads. */
	readonly signature: string;
	readonly notes: readonly MemberNote[];
}

export interface ClassMapping {
	readonly original: string;
	readonly minified: string;
	/**
	 * Returns the inline chains of the methods with this name, or undefined if there are too many lines to parse. May
	 * omit chains that don't contain the minified position.
	 */
	methods(name: string, position?: number): readonly MethodChains[] | undefined;
	fields(name: string): readonly string[];
	/** Whether only the name of the class was read, because the class is too large. */
	readonly unread: boolean;
}

export interface ClassNames {
	/** Returns the classes with a minified name. A file that combines several mappings can have several such classes. */
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

/** Consecutive entries with the same range of minified lines. The innermost of the inlined methods comes first. */
export interface InlineChain {
	readonly minified: LineRange | undefined;
	readonly ranges: readonly MemberRange[];
}
