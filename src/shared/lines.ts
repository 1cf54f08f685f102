/** Matches the line breaks that editors recognize: CR LF, LF, and CR. */
const lineEnd = /\r\n|\n|\r/g;

export function splitLines(text: string): string[] {
	// Splitting by a string is several times faster than by a regular expression, and text rarely contains CR.
	return text.includes('\r') ? text.split(lineEnd) : text.split('\n');
}

export function* getLines(text: string): Iterable<{ readonly line: string; readonly start: number }> {
	let start = 0;
	for (const { 0: end, index } of text.matchAll(lineEnd)) {
		yield { line: text.slice(start, index), start };
		start = index + end.length;
	}
	yield { line: text.slice(start), start };
}
