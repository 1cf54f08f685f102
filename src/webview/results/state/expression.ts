/** Returns the JavaScript engine's error message for an invalid regular expression. */
export function expressionFault(pattern: string): string | undefined {
	try {
		// Made at run time: compiled only to validate the user's input, and never run.
		new RegExp(pattern, 'iu');
		return undefined;
	} catch (error) {
		const words = error instanceof Error ? error.message : '';
		// Removes the start of the message, which repeats the regular expression.
		return words.slice(words.lastIndexOf(': ') + 1).trim();
	}
}
