/** Function, constructor, or accessor in a source file, including its body. Line numbers are one-based. */
export interface SourceFunction {
	readonly name: string;
	/** Name of the enclosing type. Empty for a function outside a type. */
	readonly type: string;
	readonly first: number;
	readonly nameLine: number;
	readonly last: number;
}

/** Returns the innermost function that contains a line. `functions` must be in source order, outer functions first. */
export function functionAt(functions: readonly SourceFunction[], line1: number): SourceFunction | undefined {
	return functions.findLast(({ first, last }) => first <= line1 && line1 <= last);
}
