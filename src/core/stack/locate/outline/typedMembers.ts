import { type Named, named, type OutlinePlace, type Reader } from './named';
import { isAnnotation, isPunctuator, isWordPart, type Statement, type StatementPart, wordBefore } from './statement';

const controlWords = new Set([
	'if',
	'for',
	'foreach',
	'while',
	'switch',
	'catch',
	'synchronized',
	'try',
	'using',
	'when',
	'return',
	'do',
	'else',
	'await',
	'with',
	'match',
	'sizeof',
	'constexpr',
	'throw',
	'yield',
	'noexcept',
	'decltype',
	'__attribute__',
	'alignas',
	'typeof',
	'assert',
]);
/** Control flow keywords of C# that are valid member names in other languages. */
const controlWordsOfCsharp = new Set(['lock', 'fixed', 'checked', 'unchecked']);
const notBefore = new Set('new return throw else case goto await yield import using typedef'.split(' '));

/** Parses a member in a language in which the type precedes the name: Java, C#, Dart, C, or C++. */
export const readTypedMember: Reader = (statement, place) => {
	const { parts } = statement;
	if (place.family === 'objectiveC' && place.opening) {
		const method = readObjectiveC(parts);
		if (method) {
			return method;
		}
	}
	const operator = statement.indexOf('operator');
	if (operator !== -1 && place.declarative) {
		return operatorAt(statement, operator, place);
	}
	return functionIn(statement, place) ?? valueIn(statement, place);
};

/** Parses an Objective-C method. The name of `- (void)addItem:(id)item count:(int)count` is `addItem:count:`. */
function readObjectiveC(parts: readonly StatementPart[]): Named | undefined {
	const start = parts.findIndex(
		(part, index) => (isPunctuator(part, '-') || isPunctuator(part, '+')) && parts[index + 1]?.kind === 'parentheses',
	);
	if (start === -1) {
		return undefined;
	}
	const first = parts[start + 2];
	let selector = '';
	for (let index = start + 2; index < parts.length; index++) {
		const part = parts[index];
		if (part !== undefined && isWordPart(part) && isPunctuator(parts[index + 1], ':')) {
			selector += `${part.text}:`;
		}
	}
	return named('function', first, { name: selector === '' ? (first?.text ?? '') : selector, hasCode: true });
}

function operatorAt(statement: Statement, operator: number, { family, opening }: OutlinePlace): Named | undefined {
	const { parts } = statement;
	const next = parts[operator + 1];
	// In `operator()(int)`, the first pair of parentheses is part of the name.
	const first =
		next?.kind === 'parentheses' && parts[operator + 2]?.kind === 'parentheses' ? operator + 2 : operator + 1;
	const group = parts.findIndex(({ kind }, index) => index >= first && kind === 'parentheses');
	if (group === -1) {
		return undefined;
	}
	const marks = parts.slice(operator + 1, group).map(({ kind, text }) => (kind === 'brackets' ? '[]' : text));
	const symbol = first === operator + 2 ? '()' : marks.join('');
	return named('function', parts[operator], {
		name: family === 'dart' ? symbol : `operator${symbol}`,
		owner: scopesBefore(parts, operator),
		parameters: parts[group]?.parameters,
		hasCode: opening || statement.has('=>') || statement.hasCode(),
	});
}

function functionIn(statement: Statement, place: OutlinePlace): Named | undefined {
	const { parts } = statement;
	const { family, opening, declarative, type } = place;
	const last = statement.last;
	if (opening && (isPunctuator(last, '=>') || isPunctuator(last, '->'))) {
		return undefined;
	}
	for (const [group, part] of parts.entries()) {
		if (isPunctuator(part, '=') || isPunctuator(part, '=>') || part.kind === 'block') {
			return undefined;
		}
		// In C#, `new` can be a modifier: `public new void Load()`. In other languages, it creates an object.
		if (part.kind === 'word' && notBefore.has(part.text) && !(declarative && part.text === 'new')) {
			return undefined;
		}
		const at = part.kind === 'parentheses' ? wordBefore(parts, group) : -1;
		const name = parts[at];
		const isControl =
			name !== undefined &&
			(controlWords.has(name.text) || (family === 'csharp' && controlWordsOfCsharp.has(name.text)));
		if (isControl && name.text !== '__attribute__') {
			return undefined;
		}
		if (name === undefined || isControl || isAnnotation(parts, group)) {
			continue;
		}
		const before = parts[at - 1];
		const qualified = isPunctuator(before, '.');
		if (qualified && !(type !== '' && (family === 'dart' || family === 'csharp'))) {
			return undefined;
		}
		const owner = scopesBefore(parts, at);
		const words = parts.slice(0, at).filter(isWordPart).length;
		const isConstructor =
			name.text === type ||
			name.text === owner.at(-1) ||
			(family === 'dart' && qualified && parts[at - 2]?.text === type && type !== '');
		const arrow = statement.indexOf('=>', group) !== -1;
		if (opening && arrow) {
			return undefined;
		}
		const follows = opening || arrow || statement.hasCode();
		if (words === 0 && !isConstructor && !(declarative && type !== '')) {
			return undefined;
		}
		if (!declarative && (words === 0 || !(opening || arrow) || !isBodyNext(parts[group + 1]))) {
			return undefined;
		}
		const isSetter = family === 'dart' && isWordPart(before) && before.text === 'set';
		const isDestructor = isPunctuator(before, '~');
		const ofType = isConstructor && family === 'csharp' && parts.slice(0, at).some(({ text }) => text === 'static');
		return named(isConstructor && !isDestructor ? 'constructor' : 'function', name, {
			name: isDestructor ? `~${name.text}` : ofType ? '.cctor' : isSetter ? `${name.text}=` : name.text,
			owner,
			parameters: part.parameters,
			hasCode: follows || (family === 'dart' && isConstructor),
			isStatic: ofType,
		});
	}
	return undefined;
}

/** Returns true if the token after parentheses shows that they contain parameters: a body or a word such as `async`. */
function isBodyNext(after: StatementPart | undefined): boolean {
	return after === undefined || isWordPart(after) || isPunctuator(after, '=>') || isPunctuator(after, '->');
}

function scopesBefore(parts: readonly StatementPart[], name: number): string[] {
	const owner: string[] = [];
	let at = isPunctuator(parts[name - 1], '~') ? name - 1 : name;
	while (isPunctuator(parts[at - 1], '::')) {
		const word = wordBefore(parts, at - 1);
		if (word === -1) {
			break;
		}
		owner.unshift(parts[word]?.text ?? '');
		at = word;
	}
	return owner;
}

const computedElsewhere = new Set(['const', 'late']);

function valueIn(statement: Statement, place: OutlinePlace): Named | undefined {
	const { family, opening, declarative, type } = place;
	const { parts } = statement;
	const getter = family === 'dart' ? statement.indexOf('get') : -1;
	if (getter !== -1 && isWordPart(parts[getter + 1])) {
		return named('value', parts[getter + 1], { hasCode: true });
	}
	if (!declarative || (type === '' && family !== 'dart') || family === 'objectiveC') {
		return undefined;
	}
	const indexer = statement.indexOf('this');
	if (family === 'csharp' && indexer !== -1 && parts[indexer + 1]?.kind === 'brackets') {
		return named('value', parts[indexer], { name: 'Item', hasCode: true });
	}
	const arrow = family === 'csharp' ? statement.indexOf('=>') : -1;
	const equals = statement.indexOf('=');
	if (opening && (family !== 'csharp' || equals !== -1 || arrow !== -1)) {
		return undefined;
	}
	// In C++, the initial value can be in braces: `int total{3};`.
	const braces = family === 'cpp' ? parts.findIndex(({ kind }) => kind === 'block') : -1;
	const ends = [arrow, equals, braces].filter((end) => end !== -1);
	const end = ends.length > 0 ? Math.min(...ends) : parts.length;
	const name = parts[end - 1];
	const before = parts.slice(0, end);
	const words = before.filter(isWordPart).length;
	if (
		name === undefined ||
		!isWordPart(name) ||
		words < 2 ||
		(type === '' && equals === -1) ||
		before.some(({ text }) => notBefore.has(text))
	) {
		return undefined;
	}
	return named('value', name, {
		hasCode: opening || arrow !== -1 || statement.hasCode(),
		isStatic: place.isStatic || before.some(({ text }) => text === 'static'),
		hasValue: ends.length > 0 && end !== arrow && !before.some(({ text }) => computedElsewhere.has(text)),
	});
}
