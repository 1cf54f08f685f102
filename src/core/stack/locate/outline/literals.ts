import { apostrophe, backslash, lineFeed, quote, slash } from '../../../../shared/ascii';
import type { Syntax } from './language';

/**
 * Maximum length of a regular expression. A slash without a closing slash within this length is a division operator.
 */
const maxExpressionLength = 1000;
const maxCharacterLength = 12;

export interface TextForm {
	readonly close: string;
	readonly escapes: boolean;
	/** Whether two closing quotes in a row represent a quote in the text. */
	readonly doubles: boolean;
	readonly multiline: boolean;
	readonly interpolation: string | undefined;
}

/** Returns the form of a literal and the length of its opening delimiter. `prefix` is the text before the quote. */
export function quotedForm(
	text: string,
	start: number,
	prefix: string,
	syntax: Syntax,
): { readonly form: TextForm; readonly length: number } {
	const mark = text.charAt(start);
	let length = 1;
	if (syntax.tripleQuotes && !prefix.includes('@') && text.startsWith(mark.repeat(3), start)) {
		// A C# raw string can start with more than three quotes, so all of them are counted.
		length = 3;
		while (syntax.preprocessor && text.charAt(start + length) === mark) {
			length++;
		}
	}
	const hashes = prefix.startsWith('#') ? prefix : '';
	const verbatim = prefix.includes('@');
	const form: TextForm = {
		close: mark.repeat(length) + hashes,
		escapes: !verbatim && hashes === '' && prefix !== 'r' && prefix !== 'br',
		doubles: verbatim,
		multiline: length > 1 || verbatim || hashes !== '' || (prefix === 'r' && !syntax.singleQuotes),
		interpolation: interpolationOf(prefix, syntax),
	};
	return { form, length };
}

function interpolationOf(prefix: string, { interpolation, backticks }: Syntax): string | undefined {
	if (interpolation === '{') {
		return prefix.includes('$') ? '{' : undefined;
	}
	return backticks === 'template' || prefix !== '' ? undefined : interpolation;
}

export function backtickForm({ backticks, interpolation }: Syntax): TextForm {
	const escapes = backticks === 'template';
	return { close: '`', escapes, doubles: false, multiline: true, interpolation: escapes ? interpolation : undefined };
}

export function isPrefix(word: string): boolean {
	return word === 'r' || word === 'R' || word === 'L' || word === 'u8' || word === 'b' || word === 'br' || word === 'c';
}

/** Returns the number of symbols before a quote: 2 for C#'s `$@"…"`, 1 for Swift's `#"…"#`, and 0 without a quote. */
export function quoteMarks(text: string, start: number): number {
	let end = start;
	while (end - start < 8 && '@$#'.includes(text.charAt(end)) && end < text.length) {
		end++;
	}
	return text.charCodeAt(end) === quote ? end - start : 0;
}

/** Returns the end of a character literal. For a digit separator (1'000) or a lifetime ('a), returns the next index. */
export function characterEnd(text: string, start: number): number {
	const escaped = text.charCodeAt(start + 1) === backslash;
	for (let index = start + (escaped ? 3 : 2); index <= start + maxCharacterLength; index++) {
		const code = text.charCodeAt(index);
		if (code === apostrophe) {
			return index + 1;
		}
		if (code === lineFeed || Number.isNaN(code) || (!escaped && index > start + 3)) {
			break;
		}
	}
	return start + 1;
}

/** Tokens after which a slash starts a regular expression. After other tokens, a slash is a division operator. */
const beforeExpression = new Set([
	'(',
	',',
	'=',
	':',
	'[',
	'!',
	'&&',
	'||',
	'?',
	'??',
	'{',
	'}',
	';',
	'=>',
	'==',
	'===',
]);
const wordsBeforeExpression = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'do', 'else']);

export function mayBeginExpression(last: { readonly kind: string; readonly text: string } | undefined): boolean {
	if (last === undefined) {
		return true;
	}
	return last.kind === 'mark' ? beforeExpression.has(last.text) : wordsBeforeExpression.has(last.text);
}

export function expressionEnd(text: string, start: number): number {
	let inClass = false;
	for (let index = start + 1; index < start + maxExpressionLength; index++) {
		const code = text.charCodeAt(index);
		if (code === lineFeed || Number.isNaN(code)) {
			break;
		}
		if (code === backslash) {
			index++;
		} else if (code === 0x5b) {
			inClass = true;
		} else if (code === 0x5d) {
			inClass = false;
		} else if (code === slash && !inClass) {
			return index + 1;
		}
	}
	return start + 1;
}
