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
const dangerousWithin = /(?=[=+\-@＝＋－＠])(?<=[\t\n\r;]["\s]*)/g;

/** The same text, with an apostrophe before what a spreadsheet might carry out. */
export function spreadsheetSafe(text: string): string {
	return (dangerous.test(text) ? `'${text}` : text).replace(dangerousWithin, "'");
}
