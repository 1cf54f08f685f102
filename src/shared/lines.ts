/** Lines as an editor counts them: CR LF, LF and CR end one. */
const lineEnd = /\r\n|\n|\r/;

export function splitLines(text: string): string[] {
	// Without CR, as most texts are, this takes a fraction of the time.
	return text.includes('\r') ? text.split(lineEnd) : text.split('\n');
}

/** One after the other, each with where it begins. */
export function* linesOf(text: string): Iterable<{ readonly line: string; readonly start: number }> {
	const ends = new RegExp(lineEnd, 'g');
	let start = 0;
	for (let end = ends.exec(text); end; end = ends.exec(text)) {
		yield { line: text.slice(start, end.index), start };
		start = ends.lastIndex;
	}
	yield { line: text.slice(start), start };
}
