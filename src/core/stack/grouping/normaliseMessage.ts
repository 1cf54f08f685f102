import { replaceQuoted } from './quotedText';

/** Messages differ at their beginning or not at all; what is longer is data (characters). */
const maxLineLength = 1000;
const maxMessageLength = 300;

/** A kind of text that varies between occurrences of one error. */
interface Variable {
	readonly placeholder: string;
	/** What it cannot do without, which is cheap to look for. */
	readonly sign: RegExp;
	readonly pattern: RegExp | ((text: string, placeholder: string) => string);
}

/**
 * In the order in which they are replaced: what is made of parts before its parts. A placeholder is at most three times as
 * long as what it replaces.
 */
const variables: readonly Variable[] = [
	{ placeholder: '<url>', sign: /:\/\//, pattern: /\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'<>)\]}]+/gi },
	{
		placeholder: '<email>',
		sign: /@[\w-]+\./,
		// At most 3,000 characters, by `maxLineLength`.
		pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
	},
	{
		placeholder: '<uuid>',
		sign: /[\da-fA-F]{12}/,
		pattern: /\b[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}\b/gi,
	},
	{
		placeholder: '<time>',
		sign: /\d[-:]\d\d[-:]\d/,
		pattern:
			/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?\b/g,
	},
	{
		placeholder: '<text>',
		sign: /["“«'‘`]/,
		pattern: replaceQuoted,
	},
	{
		placeholder: '<address>',
		sign: /\d\.\d+\.\d|:[\da-f]*:/i,
		// At most 3,000 characters, by `maxLineLength`.
		pattern:
			/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|(?<![\w:])(?=[\da-f:]*\d)[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}(?![\w:])/gi,
	},
	{
		placeholder: '<hex>',
		sign: /0[xX]|@[\da-fA-F]{4}|[\da-fA-F]{8}/,
		// At most 3,000 characters, by `maxLineLength`.
		pattern: /\b0x[\da-f]+\b|(?<=@)[\da-f]{4,16}\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}\b/gi,
	},
	// At most 3,000 characters, by `maxLineLength`.
	{ placeholder: '<user>', sign: /Users|home/, pattern: /(?<=[\\/](?:Users|home)[\\/])[^\\/\s]+/g },
	{
		placeholder: '<n>',
		sign: /\d/,
		// At most 3,000 characters, by `maxLineLength`.
		pattern: /(?<![\p{L}\d_]|\d[.,])(?:(?<=[\s(=:,[]|^)[+-])?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?/gu,
	},
];

/**
 * The first line with its variable parts replaced by what they are, so that `id 123` and `id 456` are one message:
 * URLs, e-mail addresses, UUIDs, times, quoted text, network addresses, hexadecimal numbers, users' folders, numbers.
 * Digits that belong to a name, as in `Base64`, stay.
 */
export function normaliseMessage(text: string): string {
	let message = firstLine(text).slice(0, maxLineLength);
	for (const { placeholder, sign, pattern } of variables) {
		if (sign.test(message)) {
			message = typeof pattern === 'function' ? pattern(message, placeholder) : message.replace(pattern, placeholder);
		}
	}
	return message.slice(0, maxMessageLength).trim();
}

/** Whether a line is how any report of its kind begins, and says nothing of what happened: of Apple, of ANRs, of tombstones. */
export function beginsReport(line: string): boolean {
	return /^(?:Incident Identifier:|-{3,} |\*{3} )/.test(line);
}

/** The first line with something in it, without the space around it. */
export function firstLine(text: string): string {
	return /\S[^\r\n]*/.exec(text)?.[0].trimEnd() ?? '';
}
