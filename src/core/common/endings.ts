/** Removes trailing `characters`. Scans backwards, because a pattern such as `/x+$/` would take quadratic time. */
export function withoutTrailing(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text.charAt(end - 1))) {
		end--;
	}
	return text.slice(0, end);
}

/** Returns the start of the consecutive matches of `ending` before `end`. A match has at most `longest` characters. */
export function endingsStart(text: string, end: number, ending: RegExp, longest: number): number {
	let start = end;
	for (;;) {
		const found = ending.exec(text.slice(Math.max(0, start - longest), start));
		if (!found) {
			return start;
		}
		start -= found[0].length;
	}
}
