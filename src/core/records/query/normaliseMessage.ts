/** Messages differ at their beginning or not at all; what is longer is data (characters). */
const longestLine = 1000;
const longestMessage = 300;

/**
 * What varies between occurrences of one error, in the order in which it is looked for at each place: what is made of
 * parts before its parts.
 */
const variables: readonly (readonly [placeholder: string, pattern: string])[] = [
	['<url>', String.raw`\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'<>)\]}]+`],
	['<email>', String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`],
	['<uuid>', String.raw`\b[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}\b`],
	[
		'<time>',
		String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?\b`,
	],
	[
		'<text>',
		String.raw`"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|(?<![\p{L}\d])'[^'\n]*'(?![\p{L}\d])|(?<![\p{L}\d])‘[^’\n]*’|${'`[^`\\n]*`'}`,
	],
	[
		'<address>',
		String.raw`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|(?<![\w:])(?=[\da-f:]*\d)[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}(?![\w:])`,
	],
	['<hex>', String.raw`\b0x[\da-f]+\b|(?<=@)[\da-f]{4,16}\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}\b`],
	['<user>', String.raw`(?<=[\\/](?:Users|home)[\\/])[^\\/\s]+`],
	['<n>', String.raw`(?<![\p{L}\d_]|\d[.,])(?:(?<=[\s(=:,[]|^)[+-])?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?`],
];

const anyVariable = new RegExp(variables.map(([, pattern]) => `(${pattern})`).join('|'), 'giu');

/**
 * The first line with its variable parts replaced by what they are, so that `id 123` and `id 456` are one message:
 * URLs, e-mail addresses, UUIDs, times, quoted text, network addresses, hexadecimal numbers, users' folders, numbers.
 * Digits that belong to a name, as in `Base64`, stay.
 */
export function normaliseMessage(text: string): string {
	return firstLine(text)
		.slice(0, longestLine)
		.replace(anyVariable, (_match, ...groups: unknown[]) => {
			const which = groups.findIndex((group) => group !== undefined);
			return variables[which]?.[0] ?? '';
		})
		.slice(0, longestMessage)
		.trim();
}

/** The first line with something in it, without the space around it. */
export function firstLine(text: string): string {
	return /[^\s][^\r\n]*/.exec(text)?.[0].trimEnd() ?? '';
}
