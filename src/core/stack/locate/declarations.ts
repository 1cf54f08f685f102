import type { Frame } from '../trace/model';
import { type FunctionNames, getTypeParameters, typeNames } from './frameNames';
import { madeClass } from './generatedClasses';
import type { Declaration, Outline } from './outline/declaration';
import type { Family } from './outline/language';

export interface NamesInFile {
	readonly namespace: 'equal' | 'unknown' | 'contradicts';
	/** Number of leading namespace segments that the frame and the file have in common, or 0 if they weren't compared. */
	readonly shared: number;
	readonly type: Declaration | undefined;
	/** Whether the file contains the frame's type. Also true for undeclared types, such as Kotlin's `CartKt`. */
	readonly holdsType: boolean;
	readonly functions: readonly Declaration[];
	/** Members of other types, such as extensions, that have the name of the frame's function. */
	readonly strays: readonly Declaration[];
	/** Declarations for which the compiler generated the frame's class. Empty for a class in the source code. */
	readonly around: readonly Declaration[];
}

export function namesInFile(
	frame: Frame,
	wanted: FunctionNames,
	outline: Outline,
	family: Family,
	stem: string,
): NamesInFile {
	const { namespace, shared, inner } = compareNamespace(frame, outline, family);
	const facade =
		(family === 'kotlin' && inner.length === 1 && isFacade(inner[0] ?? '', outline, stem)) ||
		// In Rust, functions outside types belong to a module named after the file.
		(family === 'rust' && inner.at(-1) === stem);
	const parameters = family === 'csharp' ? getTypeParameters(frame) : undefined;
	const type = facade ? undefined : declaredType(outline, inner, parameters);
	if (type === undefined && parameters !== undefined) {
		return { namespace, shared, type, holdsType: false, functions: [], strays: [], around: [] };
	}
	const owner = facade || inner.length === 0 ? [] : type ? [...type.owner, type.name] : inner;
	const made =
		inner.length === 0 ? undefined : madeClass(frame, wanted.names, outline, family, isFacadeOf(frame, outline, stem));
	const ofName = made?.functions ?? functionsOf(outline, owner, wanted, anywhere(frame, inner, family));
	// In C#, types with the same name but different numbers of type parameters are distinct.
	const isShared = type !== undefined && family === 'csharp' && outline.types.some((other) => isNamesake(other, type));
	const functions = isShared ? ofName.filter(({ first, last }) => first >= type.first && last <= type.last) : ofName;
	const strays = functions.length > 0 ? [] : functionsOf(outline, [], { ...wanted, isConstructor: false }, 'inTypes');
	// In C++, a file can define members of a type that another file declares.
	const defines = inner.length > 0 && functions.length > 0;
	return {
		namespace,
		shared,
		type,
		holdsType: facade || type !== undefined || defines,
		functions,
		strays,
		around: made?.around ?? [],
	};
}

interface ComparedNamespace extends Pick<NamesInFile, 'namespace' | 'shared'> {
	readonly inner: readonly string[];
}

function compareNamespace(frame: Frame, outline: Outline, family: Family): ComparedNamespace {
	const { namespace, names } = typeNames(frame, family);
	const declared = outline.namespaces;
	if (names.length === 0) {
		return { namespace: 'unknown', shared: 0, inner: names };
	}
	if (namespace !== undefined) {
		const own = declared[0] ?? '';
		const same = own === namespace;
		const found = same ? (own === '' ? 'unknown' : 'equal') : 'contradicts';
		return { namespace: found, shared: sharedParts(own, namespace), inner: names };
	}
	if (!outline.tellsNamespace && declared.length === 0) {
		return { namespace: 'unknown', shared: 0, inner: names };
	}
	const around = declared
		.map((name) => (name === '' ? [] : name.split('.')))
		.filter((parts) => parts.every((part, index) => part === names[index]))
		.sort((a, b) => b.length - a.length);
	for (const { length } of around) {
		const inner = names.slice(length);
		if (length > 0 && (inner.length < 2 || outline.types.some(({ name }) => name === inner[0]))) {
			return { namespace: 'equal', shared: length, inner };
		}
	}
	const shared = Math.max(0, ...declared.map((name) => sharedParts(name, names.join('.'))));
	// The namespace may be missing: native frames can omit it, and not every type has one.
	const isPlain = frame.kind === 'native' && names.length === 1;
	const isGlobal = declared.length === 0 && (names.length === 1 || outline.types.some(({ name }) => name === names[0]));
	const owner = declared.length === 0 ? ownerOutside(outline, names) : [];
	if (owner.length > 1 && owner.length === names.length) {
		return { namespace: 'equal', shared: owner.length - 1, inner: names };
	}
	const isUnknown = isPlain || isGlobal || owner.length > 0;
	return { namespace: isUnknown ? 'unknown' : 'contradicts', shared, inner: isUnknown ? names : names.slice(-1) };
}

/** Returns the qualified name of a type if the file defines only its members, as is common in C++. */
function ownerOutside({ members, types }: Outline, names: readonly string[]): readonly string[] {
	const type = names.at(-1);
	if (types.some(({ name }) => name === type)) {
		return [];
	}
	const isOwner = ({ owner }: Declaration) =>
		owner.at(-1) === type && owner.join('.') === names.slice(-owner.length).join('.');
	return members.find(isOwner)?.owner ?? [];
}

function sharedParts(a: string, b: string): number {
	const [parts, others] = [a.split('.'), b.split('.')];
	let count = 0;
	while (count < parts.length && parts[count] !== '' && parts[count] === others[count]) {
		count++;
	}
	return count;
}

function isNamesake(other: Declaration, type: Declaration): boolean {
	return (
		other.parameters !== type.parameters && other.name === type.name && other.owner.join('.') === type.owner.join('.')
	);
}

type DeclarationScope = 'ofType' | 'inTypes' | 'outside';

function anywhere({ kind }: Frame, inner: readonly string[], family: Family): DeclarationScope {
	if (inner.length > 0) {
		return 'ofType';
	}
	// Dart frames contain the type of each member, so a frame without a type only matches functions outside types.
	return kind === 'managed' && family === 'dart' ? 'outside' : 'inTypes';
}

function isFacadeOf({ type = '' }: Frame, outline: Outline, stem: string): boolean {
	const [outermost = ''] = type.slice(type.lastIndexOf('.') + 1).split('$');
	return isFacade(outermost, outline, stem);
}

/**
 * Returns true for the class that Kotlin generates for the file: `Cart_jvmKt` for `Cart.jvm.kt`, or the name in
 * `@file:JvmName`.
 */
function isFacade(name: string, { facade }: Outline, stem: string): boolean {
	const identifier = stem.replace(/[^\p{L}\p{N}]/gu, '_').replace(/^(?=\p{N})/u, '_');
	return facade === undefined ? name.toLowerCase() === `${identifier.toLowerCase()}kt` : name === facade;
}

function declaredType(
	{ types }: Outline,
	names: readonly string[],
	parameters: number | undefined,
): Declaration | undefined {
	const fits = (type: Declaration) => type.parameters === parameters;
	if (parameters !== undefined) {
		return types.find((type) => fits(type) && type.name === names.at(-1));
	}
	for (let length = names.length; length > 0; length--) {
		const wanted = names.slice(0, length).join('.');
		const found = types.filter(({ owner, name }) => [...owner, name].join('.') === wanted);
		if (found.length > 0) {
			return found.find(fits) ?? found[0];
		}
	}
	return types.find(({ name }) => name === names.at(-1));
}

function functionsOf(
	{ members }: Outline,
	owner: readonly string[],
	{ names, isConstructor, labels }: FunctionNames,
	places: DeclarationScope,
): readonly Declaration[] {
	const around = owner.join('.');
	const here =
		places === 'inTypes'
			? members
			: members.filter((member) => member.owner.join('.') === (places === 'outside' ? '' : around));
	// Outside its type, a C++ member may be qualified with only the last part of the type's name.
	const last = owner.at(-1);
	const own = here.length > 0 || last === undefined ? here : members.filter((member) => member.owner.at(-1) === last);
	const agreeing = own.filter((member) => labels === undefined || (member.labels ?? labels) === labels);
	for (const [index, name] of names.entries()) {
		// Derived names, such as `total` for `getTotal`, match only properties. Operators and destructors aren't derived
		// names.
		const isDerived = index > 0 && !/^(?:operator|~)/.test(name);
		const found = agreeing.filter((member) =>
			member.name === name && (!isDerived || member.kind === 'value')
				? // A function named `init` is not an `init` block of Kotlin, which runs in a constructor.
					isConstructor || member.kind !== 'constructor' || name !== 'init'
				: isConstructor && isOwnConstructor(member, name),
		);
		if (found.length > 0) {
			return found;
		}
	}
	return [];
}

/** Returns true for an instance constructor if the wanted name is a constructor name such as `<init>`. */
function isOwnConstructor({ kind, isStatic }: Declaration, wanted: string): boolean {
	const nameless = wanted === '<init>' || wanted === '.ctor' || wanted === 'init' || wanted === 'constructor';
	return kind === 'constructor' && nameless && !isStatic;
}
