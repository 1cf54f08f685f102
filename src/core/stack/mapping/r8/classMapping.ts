import type { MethodChains } from './inlineChains';
import type { MemberNote } from './memberNotes';

/** Both ends are part of it. */
export interface LineRange {
	readonly first: number;
	readonly last: number;
}

/** One line of a method in a mapping file. */
export interface MemberRange {
	/** Lines of the minified method; undefined when the line is for all of them. */
	readonly minified: LineRange | undefined;
	/** Lines of the source. Undefined when the mapping names none; `0:0` says that there are none. */
	readonly original: LineRange | undefined;
	/** The class that the code came from when it is another one. */
	readonly holder: string | undefined;
	readonly method: string;
	/** Return type, holder, name and parameters as the mapping has them: what tells overloads apart. */
	readonly signature: string;
	readonly notes: readonly MemberNote[];
}

export interface ClassMapping {
	readonly original: string;
	readonly minified: string;
	/**
	 * All methods with a minified name. Given a position, those of their chains that do not hold it may be left out, if
	 * there is one that does: `narrow` finds the same. Undefined where they have more lines than are read.
	 */
	methods(name: string, position?: number): readonly MethodChains[] | undefined;
	/** Original names of the fields with a minified name. */
	fields(name: string): readonly string[];
	/** The class is larger than what is read: nothing but its name is known. */
	readonly unread: boolean;
}

/** The part of a mapping that a trace needs, in memory. */
export interface ClassNames {
	/**
	 * What a minified class may stand for. Empty when the mapping does not name it; more than one when mappings of
	 * several programs were put into one file.
	 */
	classes(minified: string): readonly ClassMapping[];
	/** The source file that the mapping names for a class, by its original name. */
	sourceFile(original: string): string | undefined;
	/** Whether a class has this name before minification. */
	hasOriginal(name: string): boolean;
}
