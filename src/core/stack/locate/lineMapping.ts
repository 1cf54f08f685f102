import { hasWord } from '../trace/characters';
import type { Frame, Trace } from '../trace/model';
import type { NamesInFile } from './declarations';
import { type FunctionNames, isGenerated } from './frameNames';
import type { FrameQuestion, LineMapping } from './frameTarget';
import { type FileFacts, initializersOf, isInitializer } from './initializers';
import type { Declaration, Outline } from './outline/declaration';
import type { Family } from './outline/language';

export interface PlacedLine {
	readonly line1: number;
	readonly lineMapping: LineMapping;
	readonly inFunction: boolean;
}

/** Languages whose frames always contain the type that declares the function. */
const exactTypes: ReadonlySet<Family> = new Set(['kotlin', 'java', 'csharp', 'dart']);
const nestedFunctions: ReadonlySet<Family> = new Set([
	'kotlin',
	'java',
	'csharp',
	'dart',
	'javascript',
	'swift',
	'python',
]);

export function placeLine(
	{ frame, trace }: FrameQuestion,
	names: FunctionNames,
	found: NamesInFile,
	file: FileFacts,
): PlacedLine {
	const reported = frame.line1;
	const { outline, family } = file;
	const { functions, strays, type } = found;
	const nearest = nearestTo(reported, ofSignature(withCodeIfAny(functions), names));
	if (reported === undefined) {
		const declared = nearest ?? type ?? strays[0];
		return declared === undefined
			? { line1: 1, lineMapping: { kind: 'beginning' }, inFunction: false }
			: { line1: declared.nameLine, lineMapping: { kind: 'declaration', name: declared.name }, inFunction: false };
	}
	const asReported: PlacedLine = { line1: reported, lineMapping: { kind: 'asReported' }, inFunction: true };
	// Code that computes default arguments has the line numbers of the parameters.
	const isDefault = family === 'kotlin' && frame.method?.endsWith('$default') === true;
	const possible = ofSignature(functions.length > 0 ? functions : exactTypes.has(family) ? [] : strays, names);
	const around = possible.filter(
		(candidate) => contains(candidate, reported) && (!isDefault || reported <= candidate.headLast),
	);
	const inner = around.length > 0 ? othersAt(reported, frame, possible, file) : [];
	if (around.some((candidate) => !inner.some((other) => isWithin(other, candidate)))) {
		const others = possible.filter(isOverload);
		return others.length > 1 && isDoubtful(reported, around, found, file)
			? { ...unproven(reported), inFunction: true }
			: asReported;
	}
	const initializers = initializersOf(names, found, file);
	if (initializers && isInitializer(reported, initializers, file)) {
		return asReported;
	}
	const initializing = nearestTo(reported, initializers?.fields ?? []);
	const target = nearest ?? (names.isConstructor ? type : undefined) ?? initializing;
	const isMade = target === undefined ? isImplicit(names, file) : isGenerated(frame) && !isDefault;
	if ((isMade || isBridge(reported, type, frame, trace)) && isInHead(reported, found, outline)) {
		return { ...asReported, inFunction: false };
	}
	if (target !== undefined && (target.hasCode || target.kind === 'type' || target.valueLast !== undefined)) {
		// The line number of inlined code can be in the enclosing code or after the end of the file.
		const isElsewhere = frame.flags.includes('inlined') || found.around.some((other) => contains(other, reported));
		if (!isElsewhere || reported > outline.lines) {
			return { line1: target.nameLine, lineMapping: { kind: 'moved', reported, name: target.name }, inFunction: false };
		}
		return unproven(reported);
	}
	if (reported > outline.lines) {
		return { line1: outline.lines, lineMapping: { kind: 'clamped', reported, last: outline.lines }, inFunction: false };
	}
	const [name] = names.names;
	if (name === undefined || !outline.tellsFunctions) {
		return file.evidence() === 'called' ? { ...asReported, inFunction: false } : unproven(reported);
	}
	return { line1: reported, lineMapping: { kind: 'gone', reported, name }, inFunction: false };
}

function unproven(reported: number): PlacedLine {
	return { line1: reported, lineMapping: { kind: 'unproven', reported }, inFunction: false };
}

function contains({ first, last }: Declaration, line: number): boolean {
	return line >= first && line <= last;
}

function othersAt(
	reported: number,
	{ type = '', method = '' }: Frame,
	possible: readonly Declaration[],
	{ outline, family, text }: FileFacts,
): readonly Declaration[] {
	if (!nestedFunctions.has(family)) {
		return [];
	}
	const words = new Set(`${type} ${method}`.split(/[^\p{L}\p{N}_]+/u));
	const named = new Set(possible);
	const found = new Map<string, Declaration>();
	for (const member of outline.members) {
		if (
			member.kind === 'function' &&
			member.hasCode &&
			contains(member, reported) &&
			!named.has(member) &&
			!words.has(member.name) &&
			isAllOf(member, reported, text())
		) {
			found.set(`${member.first} ${member.last}`, member);
		}
	}
	return [...found.values()];
}

function isWithin(inner: Declaration, outer: Declaration): boolean {
	return inner.first >= outer.first && inner.last <= outer.last;
}

const maxStartLength = 200;
const declarationStart = /^[\s\w$@<>[\].?,:'"#*]*$/;

/** Returns true if the whole line is in the function. The function's first and last lines may contain other code. */
function isAllOf({ name, nameLine, last }: Declaration, reported: number, text: string): boolean {
	if (reported === nameLine) {
		const start = text.slice(0, maxStartLength + name.length);
		const at = start.indexOf(name);
		return at === -1 ? start.length === text.length : declarationStart.test(start.slice(0, at));
	}
	return reported > nameLine && (reported < last || !/[\w(]/.test(text));
}

function isIdle(text: string): boolean {
	return /^[)\]}>;,\s]*$/.test(text) || /^(?:\/\/|\*|\/\*|@|\[\w)/.test(text.trimStart());
}

function isDoubtful(
	reported: number,
	functions: readonly Declaration[],
	{ around }: NamesInFile,
	{ text, evidence }: FileFacts,
): boolean {
	switch (evidence()) {
		case 'called':
			return false;
		case 'notCalled':
			return true;
		case 'unknown':
			// The numbers that Kotlin gives to anonymous functions aren't in the source code, so the wrong function may have
			// been found.
			return around.length > 0 || isIdle(text()) || functions.every(({ nameLine }) => reported <= nameLine);
	}
}

/** Returns true if the declaration may be overloaded. Initializer blocks can't be overloaded. */
function isOverload({ hasCode, kind, parameters }: Declaration): boolean {
	return hasCode && (kind === 'function' || (kind === 'constructor' && parameters !== undefined));
}

function ofSignature(all: readonly Declaration[], { parameters }: FunctionNames): readonly Declaration[] {
	const same = parameters === undefined ? [] : all.filter((candidate) => candidate.parameters === parameters);
	return same.length > 0 ? same : all;
}

/** Matches members that compilers generate, and members that the header of a type declares. */
const implicitMembers =
	/^(?:<init>|<clinit>|\.c?ctor|constructor|init|deinit|copy|component\d{1,3}|equals|hashCode|toString|values|valueOf|entries|(?:get|set|is)_?\p{Lu}.*|Equals|ToString|GetHashCode|PrintMembers|Deconstruct|<Clone>\$|op_\w+|==|hash|encode|(?:de)?serialize|serializer|childSerializers)$/u;

function isImplicit({ names }: FunctionNames, { text }: FileFacts): boolean {
	const [name] = names;
	return name === undefined || implicitMembers.test(name) || hasWord(text(), name);
}

/**
 * Returns true if the line is in the type's header, or is line 1 in a class that the compiler generated for the file.
 */
function isInHead(reported: number, { type, holdsType }: NamesInFile, { types }: Outline): boolean {
	if (type === undefined) {
		return reported === 1 && holdsType;
	}
	const companion = types.find(
		({ name, owner }) => name === 'Companion' && owner.join('.') === [...type.owner, type.name].join('.'),
	);
	return [type, companion].some((of) => of !== undefined && reported >= of.first && reported <= of.headLast);
}

/**
 * Returns true for a bridge method. Its frame has the line of the type, and the frame above has the same method name.
 */
function isBridge(reported: number, of: Declaration | undefined, frame: Frame, { sections }: Trace): boolean {
	if (reported !== of?.nameLine) {
		return false;
	}
	const { line, type, method } = frame;
	const lines = sections.find((section) => section.lines.some((other) => other.line === line))?.lines ?? [];
	const above = lines[lines.findIndex((other) => other.line === line) - 1];
	return above !== undefined && above.kind !== 'raw' && above.type === type && above.method === method;
}

function withCodeIfAny(functions: readonly Declaration[]): readonly Declaration[] {
	const withCode = functions.filter(({ hasCode }) => hasCode);
	return withCode.length > 0 ? withCode : functions;
}

function nearestTo(reported: number | undefined, all: readonly Declaration[]): Declaration | undefined {
	const [first, ...others] = all;
	if (first === undefined || reported === undefined) {
		return first;
	}
	return others.reduce(
		(best, other) => (Math.abs(other.first - reported) < Math.abs(best.first - reported) ? other : best),
		first,
	);
}
