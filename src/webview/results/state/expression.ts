/** Why the engine would refuse an expression, in its own words; undefined for one that it takes. */
export function expressionFault(pattern: string): string | undefined {
	try {
		// Made at run time: by a person, and only to see whether it is one.
		new RegExp(pattern, 'iu');
		return undefined;
	} catch (error) {
		const words = error instanceof Error ? error.message : '';
		// Without the expression that stands before them.
		return words.slice(words.lastIndexOf(': ') + 1).trim();
	}
}
