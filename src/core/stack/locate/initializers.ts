import type { NamesInFile } from './declarations';
import type { FunctionNames } from './frameNames';
import type { FileFacts } from './lineMapping';
import type { Declaration } from './outline/declaration';

/** Code outside functions that a constructor or static initializer runs, regardless of its position. */
interface Initializers {
	readonly fields: readonly Declaration[];
	/** Types whose header holds a constructor that is not declared separately. */
	readonly headers: readonly Declaration[];
}

const staticInitializers: ReadonlySet<string> = new Set(['<clinit>', '.cctor', '<static_initializer>']);

/** Returns the fields and headers that a frame of a constructor or static initializer can refer to. */
export function initializersOf(
	{ names: [name = ''], isConstructor }: FunctionNames,
	{ type, holdsType, functions }: NamesInFile,
	{ outline: { members, types }, family }: Pick<FileFacts, 'outline' | 'family'>,
): Initializers | undefined {
	const isStatic = staticInitializers.has(name);
	if (!isStatic && (!isConstructor || type === undefined)) {
		return undefined;
	}
	const path = type === undefined ? undefined : [...type.owner, type.name].join('.');
	const isOwn = ({ owner }: Declaration) =>
		path === undefined ? owner.length === 0 || !holdsType : owner.join('.') === path;
	const isRun = (declared: Declaration) =>
		isStatic || type?.isStatic === true ? declared.isStatic : !declared.isStatic;
	const fields = members.filter(
		(declared) =>
			isOwn(declared) &&
			isRun(declared) &&
			(declared.valueLast !== undefined || (declared.kind === 'constructor' && declared.isStatic)),
	);
	const companions = types.filter(({ name: of, owner }) => of === 'Companion' && owner.join('.') === path);
	if (isStatic) {
		const isOfHeader = type !== undefined && (type.isStatic || fields.length === 0);
		return { fields, headers: isOfHeader ? [type, ...companions] : companions };
	}
	const isDeclared = functions.some(({ parameters }) => parameters !== undefined);
	// Kotlin's `init` blocks are constructors without parameters, but a class can't be created by them alone.
	const holdsConstructor = type?.hasCode === true || !(isDeclared || (family !== 'kotlin' && functions.length > 0));
	return { fields, headers: type !== undefined && holdsConstructor ? [type] : [] };
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
