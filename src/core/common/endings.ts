/**
 * What stands at the end of a text. A pattern such as `/x+$/` is tried from each character of every run in the text, so
 * that its time is the square of the longest run; reading backwards from the end takes only what is taken off.
 */

/** The text without the run of these characters at its end. */
export function withoutTrailing(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text.charAt(end - 1))) {
		end--;
	}
	return text.slice(0, end);
}

/**
 * Where the run of endings begins that goes up to `end`; `end` where there is none.
 * @param ending One of them, up to the end of what it is given.
 * @param longest Length of the longest one (characters).
 */
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
