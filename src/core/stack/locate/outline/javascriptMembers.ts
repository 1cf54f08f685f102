import { isTypeAlias, withoutTypeArguments } from './javascriptTypes';
import { type Named, named, type Reader } from './named';
import { indexOfPart, isAnnotation, isPunctuator, isWordPart, type StatementPart } from './statement';

const controlWords = new Set([
	'if',
	'for',
	'while',
	'switch',
	'catch',
	'with',
	'return',
	'await',
	'do',
	'else',
	'super',
]);
const bindingWords = new Set(['const', 'let', 'var', 'export']);

export const readJavascriptMember: Reader = (statement, { opening, declarative, type }) => {
	if (isTypeAlias(statement)) {
		return undefined;
	}
	const parts = withoutTypeArguments(statement.parts);
	const keyword = parts.findIndex((part, index) => isFunctionWord(part) && !isPunctuator(parts[index + 1], ':'));
	const equals = indexOfPart(parts, '=');
	if (keyword !== -1 && (opening || equals === -1 || keyword < equals)) {
		const name = isPunctuator(parts[keyword + 1], '*') ? parts[keyword + 2] : parts[keyword + 1];
		if (isWordPart(name)) {
			return opening ? named('function', name, { parameters: parametersOf(parts, keyword), hasCode: true }) : undefined;
		}
	}
	const isMember = declarative && type !== '';
	if (opening) {
		const last = parts.at(-1);
		if (isPunctuator(last, '=>') || (keyword !== -1 && last?.kind === 'parentheses')) {
			return bound(parts, declarative, false);
		}
		// Without `=`, an arrow is part of a type: `load(): () => void {`.
		return equals === -1 ? methodIn(parts, isMember) : undefined;
	}
	return bound(parts, declarative, bindingWords.has(parts[0]?.text ?? '') || isMember, isMember);
};

/**
 * Returns the variable or property that the function is assigned to. If `holds` is true, the function may be nested in
 * the value.
 */
function bound(
	parts: readonly StatementPart[],
	declarative: boolean,
	holds: boolean,
	isField = false,
): Named | undefined {
	const equals = indexOfPart(parts, '=');
	const colon = indexOfPart(parts, ':');
	const isEntry = !declarative && colon === 1 && !bindingWords.has(parts[0]?.text ?? '');
	if (!isEntry && equals === -1) {
		return undefined;
	}
	const value = parts.slice((isEntry ? colon : equals) + 1);
	const isFunction = value.some((part) => isPunctuator(part, '=>') || isFunctionWord(part));
	const hasCode = isFunction || (holds && value.some((part) => part.kind === 'block' || part.hasCode === true));
	const end = isEntry || (colon !== -1 && colon < equals) ? colon : equals;
	// `?` or `!` may follow the name: `load?: Loader = …`, `load!: Loader = …`.
	const at = isPunctuator(parts[end - 1], '?') || isPunctuator(parts[end - 1], '!') ? end - 2 : end - 1;
	const name = parts[at];
	if (!(hasCode || isField) || (name?.kind !== 'word' && name?.kind !== 'text')) {
		return undefined;
	}
	// Words before the last dot: `Chart.prototype` in `Chart.prototype.clear`, `this` in `this.load`.
	const receiver = isPunctuator(parts[at - 1], '.') ? parts.slice(0, at - 1).filter(isWordPart) : [];
	const owner = receiver
		.map(({ text }) => text)
		.filter((text) => !['module', 'exports', 'prototype', 'this'].includes(text));
	return named(isFunction ? 'function' : 'value', name, {
		owner: owner.slice(-1),
		hasCode,
		isStatic: isField && parts.slice(0, at).some(({ text }) => text === 'static'),
		hasValue: isField && !isEntry,
	});
}

/** Parses a method: `async load(id) {`, `get token() {`, `'e-mail'(value) {`. */
function methodIn(parts: readonly StatementPart[], isMember: boolean): Named | undefined {
	const group = parts.findIndex(({ kind }, index) => kind === 'parentheses' && !isAnnotation(parts, index));
	const name = parts[group - 1];
	if (group === -1 || (name?.kind !== 'word' && name?.kind !== 'text')) {
		return undefined;
	}
	const before = parts[group - 2];
	if (isPunctuator(before, '.') || isPunctuator(before, '@')) {
		return undefined;
	}
	const isControl = (part: StatementPart) => isWordPart(part) && (controlWords.has(part.text) || part.text === 'new');
	if (!isMember && parts.some(isControl)) {
		return undefined;
	}
	const kind = name.text === 'constructor' ? 'constructor' : 'function';
	return named(kind, name, { name: name.text, parameters: parts[group]?.parameters, hasCode: true });
}

function isFunctionWord(part: StatementPart): boolean {
	return isWordPart(part) && part.text === 'function';
}

function parametersOf(parts: readonly StatementPart[], from: number): number | undefined {
	return parts.find(({ kind }, index) => index > from && kind === 'parentheses')?.parameters;
}
