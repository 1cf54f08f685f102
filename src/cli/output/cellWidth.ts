/** Matches characters that are two columns wide in a terminal (Unicode Standard Annex #11). */
const wide =
	/[\p{Emoji_Presentation}\u{1100}-\u{115e}\u{2e80}-\u{303e}\u{3041}-\u{33ff}\u{3400}-\u{4dbf}\u{4e00}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
/** Matches characters that have no width in a terminal, such as combining marks. */
const combining = /[\p{Mn}\p{Me}\p{Cf}\u{1160}-\u{11ff}]/u;
const ascii = /^[\x20-\x7e]*$/;

export function widthOf(text: string): number {
	return ascii.test(text) ? text.length : Array.from(text, cellsOf).reduce<number>((sum, cells) => sum + cells, 0);
}

export function cutEnd(text: string, width: number): string {
	return widthOf(text) <= width ? text : `${fitting(Array.from(text), width - 1).join('')}${width > 0 ? '…' : ''}`;
}

export function cutStart(path: string, width: number): string {
	if (widthOf(path) <= width) {
		return path;
	}
	const end = fitting(Array.from(path).reverse(), width - 1)
		.reverse()
		.join('');
	const slash = end.search(/[\\/]/);
	return `${width > 0 ? '…' : ''}${slash > 0 ? end.slice(slash) : end}`;
}

export function cutMiddle(text: string, width: number): string {
	if (widthOf(text) <= width) {
		return text;
	}
	const characters = Array.from(text);
	const end = fitting(characters.toReversed(), Math.floor((width - 1) / 2))
		.reverse()
		.join('');
	return `${fitting(characters, Math.ceil((width - 1) / 2)).join('')}…${end}`;
}

function fitting(characters: readonly string[], width: number): string[] {
	const fitting: string[] = [];
	let used = 0;
	for (const character of characters) {
		used += cellsOf(character);
		if (used > width) {
			break;
		}
		fitting.push(character);
	}
	return fitting;
}

function cellsOf(character: string): 0 | 1 | 2 {
	return combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
}
