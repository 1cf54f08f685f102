import { type Named, named, type OutlinePlace } from './named';
import { isPunctuator, isWordPart, type Statement, type StatementPart, wordBefore } from './statement';

/** Kotlin keywords that can precede a brace in a type, so they aren't enum entries. */
const notEntries = new Set(['get', 'set', 'init', 'constructor', 'object', 'companion', 'static']);

export function readInitializer(
	{ parts, firstLine }: Statement,
	{ family, declarative, type }: OutlinePlace,
	line: number,
): Named | undefined {
	const [first] = parts;
	const last = parts.at(-1);
	if (family === 'java' && type !== '' && parts.length < 3 && isWordPart(last) && last.text === type) {
		// In a Java record, a compact constructor has no parameter list: `public Point {`.
		return named('constructor', last, { hasCode: true });
	}
	const isStatic = first?.text === 'static' && parts.length === 1;
	const isBlock = family === 'java' ? first === undefined || isStatic : family === 'javascript' && isStatic;
	if (!isBlock || !declarative || type === '') {
		return undefined;
	}
	return named('constructor', first, {
		name: !isStatic ? '<init>' : family === 'java' ? '<clinit>' : '<static_initializer>',
		nameLine: first === undefined ? line : firstLine,
		hasCode: true,
		isStatic,
	});
}

/** Parses the start of an anonymous type: `object : Runnable {`, `new Runnable() {`, or an enum entry with a body. */
export function readAnonymousType(statement: Statement, place: OutlinePlace): Named | undefined {
	const { parts, last } = statement;
	if (last !== parts.at(-1) || (place.family !== 'kotlin' && place.family !== 'java')) {
		return undefined;
	}
	const entry = place.type === '' || !place.declarative ? undefined : entryOf(parts);
	if (entry !== undefined && entry.text !== place.type) {
		// The code of an enum entry is in a class of its own. Kotlin names the class after the entry, and Java numbers it.
		return place.family === 'kotlin' ? named('type', entry, { inExpression: true }) : anonymous(entry);
	}
	return place.family === 'kotlin' ? objectIn(parts) : newIn(parts);
}

function anonymous(part: StatementPart): Named {
	return named('anonymous', part, { name: '', inExpression: true });
}

function entryOf(parts: readonly StatementPart[]): StatementPart | undefined {
	const at = parts.at(-1)?.kind === 'parentheses' ? parts.length - 2 : parts.length - 1;
	const name = parts[at];
	const begins = at === 0 || isPunctuator(parts[at - 1], ',');
	return begins && isWordPart(name) && !notEntries.has(name.text) ? name : undefined;
}

/** Treats the entries of an enum as a field that the static initializer computes. */
export function entriesOf({ parts }: Statement): Named {
	return named('value', parts.find(isWordPart), { isStatic: true, hasValue: true });
}

/** Finds a Kotlin object expression: `object {`, `val a = object : A(b), C {`. */
function objectIn(parts: readonly StatementPart[]): Named | undefined {
	const at = parts.findLastIndex((part) => isWordPart(part) && part.text === 'object');
	const part = parts[at];
	const after = parts[at + 1];
	const begins = part !== undefined && (after === undefined || isPunctuator(after, ':'));
	if (!begins || parts[at - 1]?.text === 'companion' || isPunctuator(parts[at - 1], '::')) {
		return undefined;
	}
	return parts.slice(at).some(({ kind }) => kind === 'block') ? undefined : anonymous(part);
}

/** Finds an anonymous class in Java: `new Runnable() {`, `return new a.Task<B>(c) {`. */
function newIn(parts: readonly StatementPart[]): Named | undefined {
	if (parts.at(-1)?.kind !== 'parentheses') {
		return undefined;
	}
	let at = wordBefore(parts, parts.length - 1);
	while (at > 1 && isPunctuator(parts[at - 1], '.') && isWordPart(parts[at - 2])) {
		at -= 2;
	}
	const before = parts[at - 1];
	return at > 0 && isWordPart(before) && before.text === 'new' ? anonymous(before) : undefined;
}
