import type { BlockKind } from './block';
import { isMark, isWordPart, type Statement, type StatementPart } from './statement';

/** After these only a type can begin with a brace. */
const typeBefore = new Set(['<', '|', '&', 'extends', 'is', 'as', 'satisfies', 'keyof', 'readonly', 'implements']);
const bindingWords = new Set(['const', 'let', 'var']);

/** Whether the brace that is about to open begins a type of TypeScript: nothing in it is code. */
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
	if (isMark(last, ',') || isMark(last, '=')) {
		return statement.isInTypeArguments;
	}
	return isMark(last, ':') && !statement.isData && annotates(parts, kind);
}

/** `type Row = …` */
export function isTypeAlias({ parts }: Statement): boolean {
	let at = 0;
	while (parts[at]?.text === 'export' || parts[at]?.text === 'declare') {
		at++;
	}
	return parts[at]?.text === 'type' && isWordPart(parts[at]) && isWordPart(parts[at + 1]);
}

/** Whether the colon at the end comes before a type: of a parameter, a variable, a field, or what a function returns. */
function annotates(parts: readonly StatementPart[], kind: BlockKind): boolean {
	const [first] = parts;
	const colon = parts.length - 1;
	const question = parts.findIndex((part) => isMark(part, '?'));
	if (first?.text === 'case' || (question !== -1 && question < colon - 1)) {
		return false;
	}
	const before = parts[colon - 1];
	const isEntry = kind === 'code' && colon === 1 && before?.kind !== 'parentheses';
	return !isEntry && (kind !== 'code' || bindingWords.has(first?.text ?? '') || before?.kind === 'parentheses');
}

/** What stands between angle brackets, and what no list of types has. */
const notInTypes = new Set([';', '&&', '||', '==', '===', '!=', '!==', '+', '*', '/']);

/** Without what stands in angle brackets, where arrows and signs of equality are of types. */
export function withoutTypeArguments(parts: readonly StatementPart[]): readonly StatementPart[] {
	if (!parts.some((part) => isMark(part, '<'))) {
		return parts;
	}
	const kept: StatementPart[] = [];
	/** Where the brackets that are open began among what is kept. */
	const open: number[] = [];
	for (const part of parts) {
		if (isMark(part, '<')) {
			open.push(kept.length);
		} else if (part.kind === 'mark' && notInTypes.has(part.text)) {
			open.length = 0;
		}
		kept.push(part);
		if (isMark(part, '>')) {
			const start = open.pop();
			kept.length = start ?? kept.length;
		}
	}
	return kept;
}
