import { hasWord } from '../trace/characters';
import type { Frame, Trace } from '../trace/model';
import type { CallEvidence } from './callEvidence';
import type { NamesInFile } from './declarations';
import { type FunctionNames, isGenerated } from './frameNames';
import type { FrameQuestion, LineFate } from './frameTarget';
import type { Declaration, Outline } from './outline/declaration';
import type { Family } from './outline/language';

export interface PlacedLine {
	readonly line1: number;
	readonly fate: LineFate;
	/** Whether the frame's line is in its function. */
	readonly inFunction: boolean;
}

/** What is known of the file besides its names. */
export interface FileFacts {
	readonly outline: Outline;
	readonly family: Family;
	/** The line that the frame tells; '' where there is none. */
	readonly text: () => string;
	/** What that line says to the call the frame above came by. */
	readonly evidence: () => CallEvidence;
}

/** Where a name of a type in a frame is that of the type that declares the function. */
const exactTypes: ReadonlySet<Family> = new Set(['kotlin', 'java', 'csharp', 'dart']);
/** Where functions within functions are known for sure. */
const nestedFunctions: ReadonlySet<Family> = new Set(['kotlin', 'java', 'csharp', 'dart', 'javascript', 'swift']);

/** Where in a file a frame leads, now that the file may be another than the one that was built. */
export function placeLine(
	{ frame, trace }: FrameQuestion,
	names: FunctionNames,
	found: NamesInFile,
	file: FileFacts,
): PlacedLine {
	const told = frame.line1;
	const { outline, family } = file;
	const { functions, strays, type } = found;
	const nearest = nearestTo(told, functions, names);
	if (told === undefined) {
		const declared = nearest ?? type ?? strays[0];
		return declared === undefined
			? { line1: 1, fate: { kind: 'beginning' }, inFunction: false }
			: { line1: declared.nameLine, fate: { kind: 'declaration', name: declared.name }, inFunction: false };
	}
	const asTold: PlacedLine = { line1: told, fate: { kind: 'asTold' }, inFunction: true };
	// What fills parameters in stands where they are declared.
	const isDefault = family === 'kotlin' && frame.method?.endsWith('$default') === true;
	const possible = ofSignature(functions.length > 0 ? functions : exactTypes.has(family) ? [] : strays, names);
	const around = possible.filter(
		(candidate) => contains(candidate, told) && (!isDefault || told <= candidate.headLast),
	);
	const inner = around.length > 0 ? othersAt(told, frame, possible, file) : [];
	if (around.some((candidate) => !inner.some((other) => isWithin(other, candidate)))) {
		const others = possible.filter(isOverload);
		return others.length > 1 && isDoubtful(told, around, found, file)
			? { ...unproven(told), inFunction: true }
			: asTold;
	}
	if (isInitializer(told, names, found, file)) {
		return asTold;
	}
	const target = nearest ?? (names.isConstructor ? type : undefined);
	const isMade = target === undefined ? isImplicit(names, file) : isGenerated(frame) && !isDefault;
	if ((isMade || isBridge(told, type, frame, trace)) && isInHead(told, found, outline)) {
		return { ...asTold, inFunction: false };
	}
	if (target !== undefined && (target.hasCode || target.kind === 'type')) {
		// What was inlined has lines behind the end of the file, or those of what was put in its place.
		const isElsewhere = frame.flags.includes('inlined') || found.around.some((other) => contains(other, told));
		if (!isElsewhere || told > outline.lines) {
			return { line1: target.nameLine, fate: { kind: 'moved', told, name: target.name }, inFunction: false };
		}
		return unproven(told);
	}
	if (told > outline.lines) {
		return { line1: outline.lines, fate: { kind: 'clamped', told, last: outline.lines }, inFunction: false };
	}
	const [name] = names.names;
	if (name === undefined || !outline.tellsFunctions) {
		return file.evidence() === 'called' ? { ...asTold, inFunction: false } : unproven(told);
	}
	return { line1: told, fate: { kind: 'gone', told, name }, inFunction: false };
}

function unproven(told: number): PlacedLine {
	return { line1: told, fate: { kind: 'unproven', told }, inFunction: false };
}

function contains({ first, last }: Declaration, line: number): boolean {
	return line >= first && line <= last;
}

/** Functions that a line is in and that the frame would have named; of those with the same lines one. */
function othersAt(
	told: number,
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
			contains(member, told) &&
			!named.has(member) &&
			!words.has(member.name) &&
			isAllOf(member, told, text())
		) {
			found.set(`${member.first} ${member.last}`, member);
		}
	}
	return [...found.values()];
}

function isWithin(inner: Declaration, outer: Declaration): boolean {
	return inner.first >= outer.first && inner.last <= outer.last;
}

/** Behind so many other characters no name begins the declaration of a line. */
const maxStartLength = 200;
/** What may stand on a line of a function that is not before it: words of its own declaration. */
const declarationStart = /^[\s\w$@<>[\].?,:'"#*]*$/;

/** Whether all of a line is of a function: code of the one around may stand before its name, and behind its end. */
function isAllOf({ name, nameLine, last }: Declaration, told: number, text: string): boolean {
	if (told === nameLine) {
		const start = text.slice(0, maxStartLength + name.length);
		const at = start.indexOf(name);
		return at === -1 ? start.length === text.length : declarationStart.test(start.slice(0, at));
	}
	return told > nameLine && (told < last || !/[\w(]/.test(text));
}

/** What runs nothing: brackets that close, comments, annotations. */
function isIdle(text: string): boolean {
	return /^[)\]}>;,\s]*$/.test(text) || /^(?:\/\/|\*|\/\*|@|\[\w)/.test(text.trimStart());
}

/** Of several functions of the name, whether nothing shows that the line is in the one that the frame means. */
function isDoubtful(
	told: number,
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
			// Kotlin numbers what has no name by what the sources do not tell.
			return around.length > 0 || isIdle(text()) || functions.every(({ nameLine }) => told <= nameLine);
	}
}

/** Whether it is a function of several that a name may mean; what Kotlin's constructors begin with is of all of them. */
function isOverload({ hasCode, kind, parameters }: Declaration): boolean {
	return hasCode && (kind === 'function' || (kind === 'constructor' && parameters !== undefined));
}

/** Those with as many parameters as the frame tells, if there are any. */
function ofSignature(all: readonly Declaration[], { parameters }: FunctionNames): readonly Declaration[] {
	const same = parameters === undefined ? [] : all.filter((candidate) => candidate.parameters === parameters);
	return same.length > 0 ? same : all;
}

/** Members that compilers add to types, or that a type's head declares. */
const implicitMembers =
	/^(?:<init>|<clinit>|\.c?ctor|constructor|init|deinit|copy|component\d{1,3}|equals|hashCode|toString|values|valueOf|entries|(?:get|set|is)_?\p{Lu}.*|Equals|ToString|GetHashCode|PrintMembers|Deconstruct|<Clone>\$|op_\w+|==|hash|encode)$/u;

function isImplicit({ names }: FunctionNames, { text }: FileFacts): boolean {
	const [name] = names;
	return name === undefined || implicitMembers.test(name) || hasWord(text(), name);
}

/** What compilers make has the line of what it was made from: of a type's head, or of the beginning of a file. */
function isInHead(told: number, { type, holdsType }: NamesInFile, { types }: Outline): boolean {
	if (type === undefined) {
		return told === 1 && holdsType;
	}
	const companion = types.find(
		({ name, owner }) => name === 'Companion' && owner.join('.') === [...type.owner, type.name].join('.'),
	);
	return [type, companion].some((of) => of !== undefined && told >= of.first && told <= of.headLast);
}

/** What a compiler makes to call a function of the same name stands on the line of the type, below its call. */
function isBridge(told: number, of: Declaration | undefined, frame: Frame, { sections }: Trace): boolean {
	if (told !== of?.nameLine) {
		return false;
	}
	const { line, type, method } = frame;
	const lines = sections.find((section) => section.lines.some((other) => other.line === line))?.lines ?? [];
	const above = lines[lines.findIndex((other) => other.line === line) - 1];
	return above !== undefined && above.kind !== 'raw' && above.type === type && above.method === method;
}

/** Constructors hold what initializes the fields of their type, wherever it stands between its functions. */
function isInitializer(
	told: number,
	names: FunctionNames,
	{ type, functions }: NamesInFile,
	{ outline: { members, types }, family, text }: FileFacts,
): boolean {
	const [name] = names.names;
	if (type === undefined || !(names.isConstructor || name === '<clinit>' || name === '.cctor')) {
		return false;
	}
	const path = [...type.owner, type.name].join('.');
	const isOwn = (member: Declaration) => member.kind === 'value' && member.owner.join('.') === path;
	// Fields of JavaScript are in the outline only where they hold code.
	const isInitialized =
		(exactTypes.has(family) ? false : text().includes('=')) ||
		// What is constructed without a constructor has the line of the type, and all of Kotlin's has.
		(told <= type.headLast && (family === 'kotlin' || functions.length === 0)) ||
		members.some((member) => isOwn(member) && contains(member, told)) ||
		types.some((other) => other.owner.join('.') === path && told === other.first);
	const isInner = (other: Declaration) => other !== type && other.first >= type.first && other.last <= type.last;
	return (
		isInitialized &&
		contains(type, told) &&
		!members.some((member) => member.kind === 'function' && contains(member, told)) &&
		!types.some((other) => other.name !== '' && isInner(other) && contains(other, told) && names.isConstructor)
	);
}

/** Those with code and as many parameters as the frame has come first. */
function nearestTo(
	told: number | undefined,
	functions: readonly Declaration[],
	names: FunctionNames,
): Declaration | undefined {
	const withCode = functions.filter(({ hasCode }) => hasCode);
	const all = withCode.length > 0 ? withCode : functions;
	const [first, ...others] = ofSignature(all, names);
	if (first === undefined || told === undefined) {
		return first;
	}
	return others.reduce(
		(best, other) => (Math.abs(other.first - told) < Math.abs(best.first - told) ? other : best),
		first,
	);
}
