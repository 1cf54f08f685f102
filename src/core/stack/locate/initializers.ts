import type { CallEvidence } from './callEvidence';
import type { NamesInFile } from './declarations';
import type { FunctionNames } from './frameNames';
import type { Declaration, Outline } from './outline/declaration';
import type { Family } from './outline/language';

/** Code outside functions that runs in a constructor or static initializer. */
interface Initializers {
	readonly fields: readonly Declaration[];
	/**
	 * Types with an implicit or primary constructor. Frames of such constructors have line numbers in the type's header.
	 */
	readonly headers: readonly Declaration[];
}

const staticInitializers: ReadonlySet<string> = new Set(['<clinit>', '.cctor', '<static_initializer>']);

export function initializersOf(
	{ names: [name = ''], isConstructor }: FunctionNames,
	{ type, holdsType, functions }: NamesInFile,
	{ outline: { members, types } }: Pick<FileFacts, 'outline'>,
): Initializers | undefined {
	const isStatic = staticInitializers.has(name);
	if (!isStatic && (!isConstructor || type === undefined)) {
		return undefined;
	}
	const path = type === undefined ? undefined : [...type.owner, type.name].join('.');
	const companions = types.filter((other) => isCompanion(other) && other.owner.join('.') === path);
	const paths = [path, ...(isStatic ? companions.map((other) => `${path}.${other.name}`) : [])];
	const isOwn = ({ owner }: Declaration) =>
		path === undefined ? owner.length === 0 || !holdsType : paths.includes(owner.join('.'));
	const isRun = (declared: Declaration) =>
		isStatic || type?.isStatic === true ? declared.isStatic : !declared.isStatic;
	const fields = members.filter(
		(declared) =>
			isOwn(declared) &&
			isRun(declared) &&
			(declared.valueLast !== undefined || (declared.kind === 'constructor' && declared.isStatic)),
	);
	if (isStatic) {
		const isOfHeader = type !== undefined && (type.isStatic || fields.length === 0);
		return { fields, headers: isOfHeader ? [type, ...companions] : companions };
	}
	// Ignores initializer blocks, which aren't constructors and have no parameter count.
	const isDeclared = functions.some(({ parameters }) => parameters !== undefined);
	const holdsConstructor = type?.hasCode === true || !isDeclared;
	return { fields, headers: type !== undefined && holdsConstructor ? [type] : [] };
}

/** Returns true for a companion object. Only this kind of static type is named `Companion` or has `hasCode`. */
function isCompanion({ name, isStatic, hasCode }: Declaration): boolean {
	return isStatic && (name === 'Companion' || hasCode);
}

export function isInitializer(
	line: number,
	{ fields, headers }: Initializers,
	{ outline: { members } }: Pick<FileFacts, 'outline'>,
): boolean {
	return (
		headers.some(({ first, headLast }) => line >= first && line <= headLast) ||
		(fields.some(({ first, last, valueLast = last }) => line >= first && line <= valueLast) &&
			!members.some(({ kind, first, last }) => kind === 'function' && line >= first && line <= last))
	);
}

export interface FileFacts {
	readonly outline: Outline;
	readonly family: Family;
	readonly text: () => string;
	readonly evidence: () => CallEvidence;
}
