interface Mark {
	readonly close: string;
	/** Also stands within words, as in `can't`, and so does not open behind a letter or a digit. */
	readonly opensWords: boolean;
	/** For the same reason it does not close before one. */
	readonly closesWords: boolean;
}

const always = { opensWords: false, closesWords: false };

const marks: ReadonlyMap<string, Mark> = new Map([
	['"', { close: '"', ...always }],
	['“', { close: '”', ...always }],
	['«', { close: '»', ...always }],
	['`', { close: '`', ...always }],
	["'", { close: "'", opensWords: true, closesWords: true }],
	['‘', { close: '’', opensWords: true, closesWords: false }],
]);

/** The text with everything between quotation marks, and these, replaced. Takes time in proportion to the text. */
export function replaceQuoted(text: string, placeholder: string): string {
	let result = '';
	let copied = 0;
	// Many that open may have one that closes, or none, which is not looked for again.
	const found = new Map<string, number>();
	for (const { 0: open, index } of text.matchAll(/["“«`'‘]/g)) {
		const mark = marks.get(open);
		if (mark === undefined || index < copied || (mark.opensWords && endsInWord(text, index))) {
			continue;
		}
		let end = found.get(mark.close) ?? 0;
		if (end <= index) {
			end = indexOrEnd(text, mark.close, index + 1);
			found.set(mark.close, end);
		}
		if (end < text.length && !(mark.closesWords && beginsWithWord(text, end + 1))) {
			result += text.slice(copied, index) + placeholder;
			copied = end + 1;
		}
	}
	return result + text.slice(copied);
}

function indexOrEnd(text: string, character: string, from: number): number {
	const index = text.indexOf(character, from);
	return index === -1 ? text.length : index;
}

/** A character may be two units long. */
function endsInWord(text: string, end: number): boolean {
	return /[\p{L}\d]$/u.test(text.slice(Math.max(0, end - 2), end));
}

function beginsWithWord(text: string, start: number): boolean {
	return /^[\p{L}\d]/u.test(text.slice(start, start + 2));
}
