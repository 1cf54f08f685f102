import { isPunctuator, isWordPart, type Statement, type StatementPart } from './statement';
import type { Token } from './tokens';

/** Tokens that, at the start of a line, continue the statement of the previous line. */
const goesOnWith = new Set('{ . ?. ) ] , = && || ?? ? : -> => :: | & > * /'.split(' '));
const goesOnWithWord = new Set('where else catch finally by throws extends implements as in is'.split(' '));
const goesOnAfter = new Set('= , . ?. -> => && || ?? + - * / : | & < =='.split(' '));
const accessLabels = new Set(['public', 'private', 'protected', 'signals', 'slots']);

export function goesOn({ last, parts }: Statement, next: Token): boolean {
	if (parts[0]?.text === 'import' && isPunctuator(last, '*')) {
		return false;
	}
	if (next.kind === 'mark' ? goesOnWith.has(next.text) : goesOnWithWord.has(next.text)) {
		return true;
	}
	return last?.kind === 'mark' && goesOnAfter.has(last.text);
}

const statementWords = new Set('const let var function async return export type throw case'.split(' '));

/** Returns true if the statement is an entry of an object literal. Such an entry ends at a comma. */
export function isEntry({ parts, isInTypeArguments }: Statement): boolean {
	if (isPunctuator(parts[1], ':')) {
		return true;
	}
	return !statementWords.has(parts[0]?.text ?? '') && !isInTypeArguments;
}

/** Returns true if the statement is an access label such as `public:`, which is not part of the next declaration. */
export function isAccessLabel({ parts }: Statement): boolean {
	return parts.length === 2 && accessLabels.has(parts[0]?.text ?? '');
}

export function isLinkage({ parts }: Statement): boolean {
	return parts.length === 2 && parts[0]?.text === 'extern' && parts[1]?.kind === 'text';
}

/** Returns true if an accessor of a Kotlin property begins at `index`: `val total get() = …`. */
export function isAccessorAt(parts: readonly StatementPart[], index: number): boolean {
	const part = parts[index];
	return isWordPart(part) && (part.text === 'get' || part.text === 'set') && parts[index + 1]?.kind === 'parentheses';
}

/**
 * Returns true if the statement consists of decorators, such as `@observable({ … })`, and continues on the next line.
 */
export function isDecoration({ parts, last }: Statement): boolean {
	return (
		isPunctuator(parts[0], '@') &&
		last === parts.at(-1) &&
		parts.every((part, index) => {
			const before = parts[index - 1];
			switch (part.kind) {
				case 'word':
					return isPunctuator(before, '@') || isPunctuator(before, '.');
				case 'parentheses':
					return isWordPart(before);
				default:
					return isPunctuator(part, '@') || isPunctuator(part, '.');
			}
		})
	);
}

/** Returns true if the statement is a Kotlin accessor: `private set`, `get() = name.length`. */
export function isAccessor({ parts }: Statement): boolean {
	const word = parts.findIndex((part) => !(isWordPart(part) && part.text !== 'get' && part.text !== 'set'));
	const accessor = word === -1 ? undefined : parts[word];
	return accessor?.text === 'get' || accessor?.text === 'set';
}
