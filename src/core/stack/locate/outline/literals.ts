import { apostrophe, backslash, lineFeed, quote, slash } from '../../../common/ascii';
import type { Syntax } from './language';

/** A slash that begins a longer expression is taken for a division (characters). */
const maxExpressionLength = 1000;
/** Of a character in single quotes: `'\u{1F600}'`. */
const maxCharacterLength = 12;

/** How a text in quotes is written. */
export interface TextForm {
	readonly close: string;
	/** A backslash takes the next character with it. */
	readonly escapes: boolean;
	/** Two closing quotes stand for one of the text. */
	readonly doubles: boolean;
	readonly multiline: boolean;
	/** What begins code within it. */
	readonly interpolation: string | undefined;
}

/**
 * @param start Of the quote.
 * @param prefix What stands before it and says how the text is written.
 * @returns With the length of what opens the text.
 */
export function quotedForm(
	text: string,
	start: number,
	prefix: string,
	syntax: Syntax,
): { readonly form: TextForm; readonly length: number } {
	const mark = text.charAt(start);
	let length = 1;
	if (syntax.tripleQuotes && !prefix.includes('@') && text.startsWith(mark.repeat(3), start)) {
		// C# may open with more than three.
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

/** Of texts: raw, bytes, wide. */
export function isPrefix(word: string): boolean {
	return word === 'r' || word === 'R' || word === 'L' || word === 'u8' || word === 'b' || word === 'br' || word === 'c';
}

/** How many marks stand before a quote here, as in `$@"…"` of C# and `#"…"#` of Swift; 0 where none does. */
export function quoteMarks(text: string, start: number): number {
	let end = start;
	while (end - start < 8 && '@$#'.includes(text.charAt(end)) && end < text.length) {
		end++;
	}
	return text.charCodeAt(end) === quote ? end - start : 0;
}

/** Of the character that begins here; behind the apostrophe where it is of a number (1'000) or of a lifetime ('a). */
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

/** What a regular expression may follow; after anything else a slash divides. */
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

/** Whether a slash after this begins a regular expression. */
export function mayBeginExpression(last: { readonly kind: string; readonly text: string } | undefined): boolean {
	if (last === undefined) {
		return true;
	}
	return last.kind === 'mark' ? beforeExpression.has(last.text) : wordsBeforeExpression.has(last.text);
}

/** Of the regular expression that begins here; behind the slash where none does. */
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
