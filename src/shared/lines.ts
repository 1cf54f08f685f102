/** Matches the line breaks that editors recognize: CR LF, LF, and CR. */
const lineEnd = /\r\n|\n|\r/g;

export function splitLines(text: string): string[] {
	if (text.includes('\r')) {
		return text.split(lineEnd);
	}
	// `split` isn't faster. If the text is a string literal, `split` also internalizes the lines, which slows down their
	// parsing.
	const lines: string[] = [];
	let start = 0;
	for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
		lines.push(text.slice(start, end));
		start = end + 1;
	}
	lines.push(text.slice(start));
	return lines;
}

export function* getLines(text: string): Iterable<{ readonly line: string; readonly start: number }> {
	let start = 0;
	for (const { 0: end, index } of text.matchAll(lineEnd)) {
		yield { line: text.slice(start, index), start };
		start = index + end.length;
	}
	yield { line: text.slice(start), start };
}
