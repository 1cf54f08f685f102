import { isMark, isWordPart, type Statement } from './statement';
import type { Token } from './tokens';

/** With what a statement goes on in the next line, and with what it cannot have ended. */
const goesOnWith = new Set('{ . ?. ) ] , = && || ?? ? : -> => :: | & > * /'.split(' '));
const goesOnWithWord = new Set('where else catch finally by throws extends implements as in is'.split(' '));
const goesOnAfter = new Set('= , . ?. -> => && || ?? + - * / : | & < =='.split(' '));
const accessLabels = new Set(['public', 'private', 'protected', 'signals', 'slots']);

/** Whether a statement goes on in the next line, where statements may end with their line. */
export function goesOn({ last, parts }: Statement, next: Token): boolean {
	if (parts[0]?.text === 'import' && isMark(last, '*')) {
		return false;
	}
	if (next.kind === 'mark' ? goesOnWith.has(next.text) : goesOnWithWord.has(next.text)) {
		return true;
	}
	return last?.kind === 'mark' && goesOnAfter.has(last.text);
}

const statementWords = new Set('const let var function async return export type throw case'.split(' '));

/** Of an object literal, where a comma ends it; not so the commas of a statement, and of a method's type arguments. */
export function isEntry({ parts, isInTypeArguments }: Statement): boolean {
	if (isMark(parts[1], ':')) {
		return true;
	}
	return !statementWords.has(parts[0]?.text ?? '') && !isInTypeArguments;
}

/** `public:` of C++, which is no part of the declaration after it. */
export function isAccessLabel({ parts }: Statement): boolean {
	return parts.length === 2 && accessLabels.has(parts[0]?.text ?? '');
}

/** `extern "C"` */
export function isLinkage({ parts }: Statement): boolean {
	return parts.length === 2 && parts[0]?.text === 'extern' && parts[1]?.kind === 'text';
}

/** `private set`, `get() = name.length` */
export function isAccessor({ parts }: Statement): boolean {
	const word = parts.findIndex((part) => !(isWordPart(part) && part.text !== 'get' && part.text !== 'set'));
	const accessor = word === -1 ? undefined : parts[word];
	return accessor?.text === 'get' || accessor?.text === 'set';
}
