/**
 * What makes a spreadsheet take a cell for a formula or for the end of one, the signs of East Asian keyboards among
 * them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const dangerous = /^[=+\-@\0-\x1f\x7f＝＋－＠]/;

/** The same text, with an apostrophe before what a spreadsheet might carry out. */
export function spreadsheetSafe(text: string): string {
	return dangerous.test(text) ? `'${text}` : text;
}
