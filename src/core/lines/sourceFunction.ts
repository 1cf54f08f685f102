/** A function, constructor or accessor of a source, with its body. Lines have base 1. */
export interface SourceFunction {
	readonly name: string;
	/** The type around it; '' without one. */
	readonly type: string;
	readonly first: number;
	/** Where its name is. */
	readonly nameLine: number;
	readonly last: number;
}

/** The innermost function with a line. @param functions In the order of the text, the outer before the inner. */
export function functionAt(functions: readonly SourceFunction[], line1: number): SourceFunction | undefined {
	return functions.findLast(({ first, last }) => first <= line1 && line1 <= last);
}
