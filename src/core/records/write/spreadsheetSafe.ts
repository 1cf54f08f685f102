import type { Steps } from '../../common/steps';
import { inSlices } from './slices';

/**
 * What makes a spreadsheet take a cell for a formula or for the end of one, the signs of East Asian keyboards among
 * them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const dangerous = /^[=+\-@\0-\x1f\x7f＝＋－＠]/;

/**
 * Where a formula may begin within a text. Where the comma is a decimal sign, Excel ends cells at semicolons, and takes
 * quotes that do not begin a cell there for text, so that line ends and tabs between them end something too.
 */
const dangerousWithin = /[;"\s][=+\-@＝＋－＠]/g;

/** The same text, with an apostrophe before what a spreadsheet might carry out. */
export function* spreadsheetSafe(text: string): Steps<string> {
	const begun = dangerous.test(text) ? `'${text}` : text;
	return yield* inSlices(begun, (slice, from) =>
		slice.replace(dangerousWithin, (found, offset: number) =>
			beginsCell(begun, from + offset) ? `${found.charAt(0)}'${found.charAt(1)}` : found,
		),
	);
}

/** Reads backwards, over what no other sign has before it: a pattern would read a run of spaces from each of them. */
function beginsCell(text: string, before: number): boolean {
	for (let index = before; ; index--) {
		const character = text.charAt(index);
		if (character !== '' && ';\t\n\r'.includes(character)) {
			return true;
		}
		if (character !== '"' && !/\s/.test(character)) {
			return false;
		}
	}
}
