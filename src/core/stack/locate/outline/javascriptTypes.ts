import type { BlockKind } from './block';
import { isPunctuator, isWordPart, type Statement, type StatementPart } from './statement';

const typeBefore = new Set(['<', '|', '&', 'extends', 'is', 'as', 'satisfies', 'keyof', 'readonly', 'implements']);
const bindingWords = new Set(['const', 'let', 'var']);

/** Returns true if `{` after the statement starts a TypeScript type, which contains no code. */
export function opensType(statement: Statement, kind: BlockKind): boolean {
	if (kind === 'signatures' || isTypeAlias(statement)) {
		return true;
	}
	const { last, parts } = statement;
	if (last === undefined || last.kind === 'text') {
		return false;
	}
	if (typeBefore.has(last.text)) {
		return true;
	}
	if (isPunctuator(last, ',') || isPunctuator(last, '=')) {
		return statement.isInTypeArguments;
	}
	return isPunctuator(last, ':') && !statement.isData && annotates(parts, kind);
}

export function isTypeAlias({ parts }: Statement): boolean {
	let at = 0;
	while (parts[at]?.text === 'export' || parts[at]?.text === 'declare') {
		at++;
	}
	return parts[at]?.text === 'type' && isWordPart(parts[at]) && isWordPart(parts[at + 1]);
}

/** Returns true if the colon at the end of the statement begins a type annotation. */
function annotates(parts: readonly StatementPart[], kind: BlockKind): boolean {
	const [first] = parts;
	const colon = parts.length - 1;
	const question = parts.findIndex((part) => isPunctuator(part, '?'));
	if (first?.text === 'case' || (question !== -1 && question < colon - 1)) {
		return false;
	}
	const before = parts[colon - 1];
	const isEntry = kind === 'code' && colon === 1 && before?.kind !== 'parentheses';
	return !isEntry && (kind !== 'code' || bindingWords.has(first?.text ?? '') || before?.kind === 'parentheses');
}

/** Tokens that never occur in type arguments. A `<` before one of them is a comparison operator. */
const notInTypes = new Set([';', '&&', '||', '==', '===', '!=', '!==', '+', '*', '/']);

/** Removes type arguments, in which `=>` and `=` don't start a function or an assignment. */
export function withoutTypeArguments(parts: readonly StatementPart[]): readonly StatementPart[] {
	if (!parts.some((part) => isPunctuator(part, '<'))) {
		return parts;
	}
	const retained: StatementPart[] = [];
	const open: number[] = [];
	for (const part of parts) {
		if (isPunctuator(part, '<')) {
			open.push(retained.length);
		} else if (part.kind === 'mark' && notInTypes.has(part.text)) {
			open.length = 0;
		}
		retained.push(part);
		if (isPunctuator(part, '>')) {
			const start = open.pop();
			retained.length = start ?? retained.length;
		}
	}
	return retained;
}
