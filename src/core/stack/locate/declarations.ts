import type { Frame } from '../trace/model';
import { type FunctionNames, typeNames, typeParametersOf } from './frameNames';
import { madeClass } from './madeClasses';
import type { Declaration, Outline } from './outline/declaration';
import type { Family } from './outline/language';

/** What the text of a file says to the names of a frame. */
export interface NamesInFile {
	readonly namespace: 'equal' | 'unknown' | 'contradicts';
	/** How many parts of the namespaces are the same from the left; 0 where they are not compared. */
	readonly shared: number;
	/** The type the frame is in, or the nearest one around it that the file declares. */
	readonly type: Declaration | undefined;
	/** Whether the file is known to hold the type: Kotlin's `CartKt` has no declaration. */
	readonly holdsType: boolean;
	/** Functions, constructors and values of the frame's name where its type is. */
	readonly functions: readonly Declaration[];
	/** Those of the name where another type is: of an extension, of a protocol's conformance. */
	readonly strays: readonly Declaration[];
	/** What the class was made for that a compiler made; empty for others. */
	readonly around: readonly Declaration[];
}

export function namesInFile(
	frame: Frame,
	{ names, isConstructor }: FunctionNames,
	outline: Outline,
	family: Family,
	stem: string,
): NamesInFile {
	const { namespace, shared, inner } = compareNamespace(frame, outline, family);
	const facade = family === 'kotlin' && inner.length === 1 && isFacade(inner[0] ?? '', outline, stem);
	const parameters = family === 'csharp' ? typeParametersOf(frame) : undefined;
	const type = facade ? undefined : declaredType(outline, inner, parameters);
	if (type === undefined && parameters !== undefined) {
		return { namespace, shared, type, holdsType: false, functions: [], strays: [], around: [] };
	}
	const owner = facade || inner.length === 0 ? [] : type ? [...type.owner, type.name] : inner;
	const made =
		inner.length === 0 ? undefined : madeClass(frame, names, outline, family, isFacadeOf(frame, outline, stem));
	const ofName = made?.functions ?? functionsOf(outline, owner, names, isConstructor, anywhere(frame, inner, family));
	// Of two types of one name that take other numbers of types, one is meant.
	const isShared = type !== undefined && family === 'csharp' && outline.types.some((other) => isNamesake(other, type));
	const functions = isShared ? ofName.filter(({ first, last }) => first >= type.first && last <= type.last) : ofName;
	const strays = functions.length > 0 ? [] : functionsOf(outline, [], names, false, 'inTypes');
	// C++ defines outside of the type what is declared in it.
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
	/** Names of the type within the namespace. */
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
	// Native names may be without their namespace, and a type may be outside of every namespace.
	const isPlain = frame.kind === 'native' && names.length === 1;
	const isGlobal = declared.length === 0 && (names.length === 1 || outline.types.some(({ name }) => name === names[0]));
	return {
		namespace: isPlain || isGlobal ? 'unknown' : 'contradicts',
		shared,
		inner: isPlain || isGlobal ? names : names.slice(-1),
	};
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

/** Where functions are looked for: where the frame's type is, in all types, or outside of them. */
type Places = 'ofType' | 'inTypes' | 'outside';

function anywhere({ kind }: Frame, inner: readonly string[], family: Family): Places {
	if (inner.length > 0) {
		return 'ofType';
	}
	// Dart names the type of each member.
	return kind === 'managed' && family === 'dart' ? 'outside' : 'inTypes';
}

function isFacadeOf({ type = '' }: Frame, outline: Outline, stem: string): boolean {
	const [outermost = ''] = type.slice(type.lastIndexOf('.') + 1).split('$');
	return isFacade(outermost, outline, stem);
}

/** `CartKt` of `Cart.kt`, or what `@file:JvmName` says. */
function isFacade(name: string, { facade }: Outline, stem: string): boolean {
	return facade === undefined ? name.toLowerCase() === `${stem.toLowerCase()}kt` : name === facade;
}

/** The longest chain of names that the file declares; any of its types of the last name otherwise. */
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
	names: readonly string[],
	isConstructor: boolean,
	places: Places,
): readonly Declaration[] {
	const around = owner.join('.');
	const here =
		places === 'inTypes'
			? members
			: members.filter((member) => member.owner.join('.') === (places === 'outside' ? '' : around));
	// C++ defines what it declared in the type outside of it, where only the last name may stand.
	const last = owner.at(-1);
	const own = here.length > 0 || last === undefined ? here : members.filter((member) => member.owner.at(-1) === last);
	for (const name of names) {
		const found = own.filter((member) =>
			member.name === name
				? // What Kotlin calls `init` runs in a constructor, and is no function of that name.
					isConstructor || member.kind !== 'constructor' || name !== 'init'
				: isConstructor && isOwnConstructor(member, name),
		);
		if (found.length > 0) {
			return found;
		}
	}
	return [];
}

/** Constructors have the name of their type in some languages, of their own in others. */
function isOwnConstructor({ kind, name }: Declaration, wanted: string): boolean {
	const ofType = name === '<clinit>' || name === '.cctor';
	const nameless = wanted === '<init>' || wanted === '.ctor' || wanted === 'init' || wanted === 'constructor';
	return kind === 'constructor' && nameless && !ofType;
}
