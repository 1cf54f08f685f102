import type { Frame, Trace } from '../model';
import type { NamesInFile } from './declarations';
import { type FunctionNames, isGenerated, isLambda } from './frameNames';
import type { FrameQuestion, LineFate } from './model';
import type { Declaration, Outline } from './outline/declaration';

export interface PlacedLine {
	readonly line1: number;
	readonly fate: LineFate;
	/** Whether the frame's line is in its function. */
	readonly inFunction: boolean;
}

/** Where in a file a frame leads, now that the file may be another than the one that was built. */
export function placeLine(
	{ frame, trace }: FrameQuestion,
	names: FunctionNames,
	found: NamesInFile,
	outline: Outline,
): PlacedLine {
	const told = frame.line1;
	const { functions, strays, type } = found;
	const nearest = nearestTo(told, functions, names.parameters);
	if (told === undefined) {
		const declared = nearest ?? type ?? strays[0];
		return declared === undefined
			? { line1: 1, fate: { kind: 'beginning' }, inFunction: false }
			: { line1: declared.nameLine, fate: { kind: 'declaration', name: declared.name }, inFunction: false };
	}
	if (
		(functions.length > 0 ? functions : strays).some(({ first, last }) => told >= first && told <= last) ||
		isInitializer(told, names, found, outline)
	) {
		return { line1: told, fate: { kind: 'asTold' }, inFunction: true };
	}
	const target = nearest ?? (names.isConstructor ? type : undefined);
	const generated = isLambda(frame) || isGenerated(frame) || (told === type?.nameLine && isBridge(frame, trace));
	if (target !== undefined && !generated && (target.hasCode || target.kind === 'type')) {
		return { line1: target.nameLine, fate: { kind: 'moved', told, name: target.name }, inFunction: false };
	}
	return told > outline.lines
		? { line1: outline.lines, fate: { kind: 'clamped', told, last: outline.lines }, inFunction: false }
		: { line1: told, fate: { kind: 'asTold' }, inFunction: false };
}

/** What a compiler makes to call a function of the same name stands on the line of the type, below its call. */
function isBridge({ line, type, method }: Frame, { sections }: Trace): boolean {
	const lines = sections.find((section) => section.lines.some((other) => other.line === line))?.lines ?? [];
	const above = lines[lines.findIndex((other) => other.line === line) - 1];
	return above !== undefined && above.kind !== 'raw' && above.type === type && above.method === method;
}

/** Constructors hold what initializes the fields of their type, wherever it stands between its functions. */
function isInitializer(
	told: number,
	names: FunctionNames,
	{ type }: NamesInFile,
	{ members, types }: Outline,
): boolean {
	const [name] = names.names;
	if (type === undefined || !(names.isConstructor || name === '<clinit>' || name === '.cctor')) {
		return false;
	}
	const within = ({ first, last }: Declaration) => told >= first && told <= last;
	const isInner = (other: Declaration) => other !== type && other.first >= type.first && other.last <= type.last;
	return (
		within(type) &&
		!members.some((member) => member.kind === 'function' && within(member)) &&
		!types.some((other) => isInner(other) && within(other) && names.isConstructor)
	);
}

/** Those with code and as many parameters as the frame has come first. */
function nearestTo(
	told: number | undefined,
	functions: readonly Declaration[],
	parameters: number | undefined,
): Declaration | undefined {
	const withCode = functions.filter(({ hasCode }) => hasCode);
	const all = withCode.length > 0 ? withCode : functions;
	const same = parameters === undefined ? [] : all.filter((candidate) => candidate.parameters === parameters);
	const [first, ...others] = same.length > 0 ? same : all;
	if (first === undefined || told === undefined) {
		return first;
	}
	return others.reduce(
		(best, other) => (Math.abs(other.first - told) < Math.abs(best.first - told) ? other : best),
		first,
	);
}
