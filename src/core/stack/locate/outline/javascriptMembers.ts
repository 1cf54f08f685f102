import { type Named, named, type Reader } from './named';
import { isMark, isWordPart, type Part, type Statement, wordBefore } from './statement';

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
const bindingWords = new Set(['const', 'let', 'var']);

/** Functions of JavaScript and TypeScript by whatever names them: themselves, a variable, a member. */
export const readJavascriptMember: Reader = (statement, { opening, declarative, type }) => {
	const { parts } = statement;
	if (opening && isTypeLiteral(statement.last)) {
		return undefined;
	}
	const keyword = statement.indexOf('function');
	const arrow = statement.indexOf('=>');
	const equals = statement.indexOf('=');
	if (keyword !== -1 && (equals === -1 || keyword < equals)) {
		const name = isMark(parts[keyword + 1], '*') ? parts[keyword + 2] : parts[keyword + 1];
		if (name !== undefined && isWordPart(name)) {
			return opening ? named('function', name, { parameters: parametersOf(parts, keyword), hasCode: true }) : undefined;
		}
	}
	const code = keyword === -1 ? arrow : arrow === -1 ? keyword : Math.min(keyword, arrow);
	if (opening) {
		const last = statement.last;
		if (isMark(last, '=>') || (keyword !== -1 && last?.kind === 'parentheses')) {
			return bound(statement, code, true);
		}
		// An arrow elsewhere is of a type: `load(): () => void {`.
		return equals === -1 ? methodIn(parts) : undefined;
	}
	const binds = bindingWords.has(parts[0]?.text ?? '') || parts[0]?.text === 'export' || (declarative && type !== '');
	const hasCode = code !== -1 || statement.hasCode();
	return (binds || code !== -1) && hasCode ? bound(statement, code === -1 ? parts.length : code, hasCode) : undefined;
};

/** The variable or member that a function is given to. */
function bound(statement: Statement, code: number, hasCode: boolean): Named | undefined {
	const { parts } = statement;
	const equals = statement.indexOf('=');
	const colon = statement.indexOf(':');
	if (equals !== -1 && equals < code) {
		const end = colon !== -1 && colon < equals ? colon : equals;
		const name = parts[end - 1];
		if (name === undefined || !isWordPart(name)) {
			return undefined;
		}
		// `Chart.prototype.clear`, `module.exports.scale`, `this.load`
		const receiver = isMark(parts[end - 2], '.') ? parts.slice(0, end - 2).filter(isWordPart) : [];
		const owner = receiver
			.map(({ text }) => text)
			.filter((text) => !['module', 'exports', 'prototype', 'this'].includes(text));
		return named('function', name, { owner: owner.slice(-1), hasCode });
	}
	const name = parts[colon - 1];
	if (colon !== -1 && colon < code && (name?.kind === 'word' || name?.kind === 'text')) {
		return named('function', name, { hasCode });
	}
	return undefined;
}

/** `async load(id) {`, `get token() {`, `'e-mail'(value) {` */
function methodIn(parts: readonly Part[]): Named | undefined {
	const group = parts.findIndex(({ kind }) => kind === 'parentheses');
	const at = wordBefore(parts, group);
	const name = at === -1 && parts[group - 1]?.kind === 'text' ? parts[group - 1] : parts[at];
	if (group === -1 || name === undefined || isMark(parts[at - 1], '.') || isMark(parts[at - 1], '@')) {
		return undefined;
	}
	if (
		controlWords.has(name.text) ||
		parts.some(({ kind, text }) => kind === 'word' && (controlWords.has(text) || text === 'new'))
	) {
		return undefined;
	}
	const kind = name.text === 'constructor' ? 'constructor' : 'function';
	return named(kind, name, { name: name.text, parameters: parts[group]?.parameters, hasCode: true });
}

function parametersOf(parts: readonly Part[], from: number): number | undefined {
	return parts.find(({ kind }, index) => index > from && kind === 'parentheses')?.parameters;
}

/** `Promise<{ … }>`, `cart: { … }`: what opens is no body. */
function isTypeLiteral(last: Part | undefined): boolean {
	return last !== undefined && last.kind !== 'text' && ['<', ':', '|', '&', ',', 'readonly'].includes(last.text);
}
