/** Maximum number of characters to examine. Different messages usually differ near the beginning. */
const maxLineLength = 1000;
const maxMessageLength = 300;

interface Variable {
	readonly placeholder: string;
	/** Fast test to run before `pattern`. If it doesn't match, `pattern` can't match either. */
	readonly sign: RegExp;
	readonly pattern: RegExp | ((text: string, placeholder: string) => string);
}

/**
 * Patterns for the variable parts of messages. A pattern for a longer text precedes the patterns for its parts. A
 * placeholder is at most 3 times as long as its match, which limits the input of the next pattern.
 */
const variables: readonly Variable[] = [
	{ placeholder: '<url>', sign: /:\/\//, pattern: /\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'<>)\]}]+/gi },
	{
		placeholder: '<email>',
		sign: /@[\w-]+\./,
		// The input has at most 3,000 characters (`maxLineLength`).
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
		// The input has at most 3,000 characters (`maxLineLength`).
		pattern:
			/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b|(?<![\w:])(?=[\da-f:]*\d)[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}(?![\w:])/gi,
	},
	{
		placeholder: '<hex>',
		sign: /0[xX]|@[\da-fA-F]{4}|[\da-fA-F]{8}/,
		// The input has at most 3,000 characters (`maxLineLength`).
		pattern: /\b0x[\da-f]+\b|(?<=@)[\da-f]{4,16}\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}\b/gi,
	},
	// The input has at most 3,000 characters (`maxLineLength`).
	{ placeholder: '<user>', sign: /Users|home/, pattern: /(?<=[\\/](?:Users|home)[\\/])[^\\/\s]+/g },
	{
		placeholder: '<n>',
		sign: /\d/,
		// The input has at most 3,000 characters (`maxLineLength`).
		pattern: /(?<![\p{L}\d_]|\d[.,])(?:(?<=[\s(=:,[]|^)[+-])?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?/gu,
	},
];

interface Mark {
	readonly close: string;
	/**
	 * Whether words can contain the opening quotation mark (`can't`). If so, a mark after a letter or digit opens no
	 * quotation.
	 */
	readonly opensWords: boolean;
	/**
	 * Whether words can contain the closing quotation mark. If so, a mark before a letter or digit closes no quotation.
	 */
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

/** Returns the first line with placeholders for its variable parts. Digits in names such as `Base64` remain. */
export function normaliseMessage(text: string): string {
	let message = firstLine(text).slice(0, maxLineLength);
	for (const { placeholder, sign, pattern } of variables) {
		if (sign.test(message)) {
			message = typeof pattern === 'function' ? pattern(message, placeholder) : message.replace(pattern, placeholder);
		}
	}
	return message.slice(0, maxMessageLength).trim();
}

/** Returns true for the generic first line of a crash report, which doesn't describe the error. */
export function beginsReport(line: string): boolean {
	return /^(?:Incident Identifier:|-{3,} |\*{3} |\{$|\{.{0,2000}"(?:bug_type|callStackTree)")/.test(line);
}

export function firstLine(text: string): string {
	return /\S[^\r\n]*/.exec(text)?.[0].trimEnd() ?? '';
}

/** Replaces each quotation and its quotation marks with a placeholder. Takes linear time. */
export function replaceQuoted(text: string, placeholder: string): string {
	let result = '';
	let copied = 0;
	// Caches the next position of each closing mark, so that unmatched opening marks don't cause repeated searches.
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

function endsInWord(text: string, end: number): boolean {
	return /[\p{L}\d]$/u.test(text.slice(Math.max(0, end - 2), end));
}

function beginsWithWord(text: string, start: number): boolean {
	return /^[\p{L}\d]/u.test(text.slice(start, start + 2));
}
