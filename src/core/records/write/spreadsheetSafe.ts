import type { CooperativeTask } from '../../common/cooperativeTask';
import { inBatches } from './batches';

/** Characters that start a formula or end a cell. Full-width forms on East Asian keyboards are included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const dangerous = /^[=+\-@\0-\x1f\x7f＝＋－＠]/;

/** Possible starts of formulas within text. Excel may split cells at semicolons, and ignores quotes within a cell. */
const dangerousWithin = /[;"\s][=+\-@＝＋－＠]/g;

export function* spreadsheetSafe(text: string): CooperativeTask<string> {
	const begun = dangerous.test(text) ? `'${text}` : text;
	return yield* inBatches(begun, (slice, from) =>
		slice.replace(dangerousWithin, (found, offset: number) =>
			beginsCell(begun, from + offset) ? `${found.charAt(0)}'${found.charAt(1)}` : found,
		),
	);
}

/** Scans backwards over spaces and quotes. A regular expression would rescan a sequence of spaces from each space. */
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
