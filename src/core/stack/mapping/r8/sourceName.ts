/**
 * A file name guessed from a class: that of the outermost class, or what is before `Kt` in any part of it, which is how
 * the Kotlin compiler names a file's own class.
 * @param hints names of files that may tell the language: of the trace, of the class that the code was inlined into
 */
export function inferSourceName(original: string, hints: readonly (string | undefined)[]): string {
	const parts = original.slice(original.lastIndexOf('.') + 1).split('$');
	const kotlinPart = parts.find((part) => part.length > 2 && part.endsWith('Kt'));
	if (kotlinPart !== undefined) {
		return `${kotlinPart.slice(0, -2)}.kt`;
	}
	// A name that begins with a dollar has its first part empty.
	const [name = original] = parts.filter((part) => part !== '');
	return `${name}${hints.some((hint) => hint?.endsWith('.kt')) ? '.kt' : '.java'}`;
}
