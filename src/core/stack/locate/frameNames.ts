import type { Frame } from '../trace/model';
import type { Family } from './outline/language';

interface TypeNames {
	/** Namespace with dots as separators. Undefined if it can't be separated from the type names. */
	readonly namespace: string | undefined;
	/** Type names, outermost first. If `namespace` is undefined, they also include the parts of the namespace. */
	readonly names: readonly string[];
}

const noNames: TypeNames = { namespace: undefined, names: [] };

export function typeNames(frame: Frame, family: Family): TypeNames {
	const type = frame.enclosing?.type ?? frame.type ?? '';
	if (type === '') {
		return noNames;
	}
	if (type.includes('::')) {
		return { namespace: undefined, names: type.split('::').filter((name) => name !== '' && !name.startsWith('(')) };
	}
	if (family === 'kotlin' || family === 'java') {
		const end = type.lastIndexOf('.');
		return {
			namespace: type.slice(0, Math.max(0, end)),
			names: type
				.slice(end + 1)
				.split('$')
				.filter(Boolean),
		};
	}
	return { namespace: undefined, names: type.split(/[.+/]/).filter(Boolean) };
}

const extensionsOfKind: Readonly<Record<'managed' | 'native' | 'javascript', ReadonlySet<string>>> = {
	managed: new Set(['kt', 'java', 'scala', 'groovy', 'cs', 'fs', 'vb', 'dart']),
	native: new Set(['swift', 'm', 'mm', 'h', 'c', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'cs', 'kt', 'rs', 'go']),
	javascript: new Set(),
};

export function typeExtensions(frame: Frame): ReadonlySet<string> {
	return frame.kind === 'elided' || frame.kind === 'gap' ? extensionsOfKind.javascript : extensionsOfKind[frame.kind];
}

/** Returns the number of type parameters in the frame's .NET type: ``Pool`1``. */
export function getTypeParameters({ type = '' }: Frame): number | undefined {
	const open = type.indexOf('[');
	const name = open === -1 ? type : type.endsWith(']') ? type.slice(0, open) : '';
	const count = name.slice(name.lastIndexOf('`') + 1);
	return name.includes('`') && /^\d{1,2}$/.test(count) ? Number(count) : undefined;
}

/** Returns likely names of the type's source file: the type's name first, then the enclosing types' names. */
export function typeFileNames(frame: Frame): string[] {
	const type = frame.enclosing?.type ?? frame.type ?? '';
	if (type === '') {
		return [];
	}
	const scoped = type.includes('::');
	const nested = type.slice(type.lastIndexOf('.') + 1);
	const names = scoped
		? type.split('::').slice(-2).reverse()
		: nested.includes('$')
			? nested.split('$').slice(0, 1)
			: type.split(/[.+/]/).slice(-3).reverse();
	const count = getTypeParameters(frame);
	const [own] = names;
	// Common file names for a generic type that has the same name as a non-generic type.
	const generic =
		count === undefined || own === undefined
			? []
			: ['`', `\`${count}`, `{T}`, 'OfT', 'T'].map((ending) => own + ending);
	// Kotlin puts top-level functions into a class with the file's name and the suffix `Kt`.
	const files = names.flatMap((name) => (name.length > 2 && name.endsWith('Kt') ? [name.slice(0, -2), name] : [name]));
	return [...new Set([...generic, ...files])].filter((name) => /^[\w\u0080-\uffff`{}-]{2,200}$/.test(name));
}

const operators: Readonly<Record<string, string>> = {
	op_Addition: '+',
	op_Subtraction: '-',
	op_Multiply: '*',
	op_Division: '/',
	op_Modulus: '%',
	op_Equality: '==',
	op_Inequality: '!=',
	op_LessThan: '<',
	op_GreaterThan: '>',
	op_LessThanOrEqual: '<=',
	op_GreaterThanOrEqual: '>=',
};

export interface FunctionNames {
	readonly names: readonly string[];
	readonly isConstructor: boolean;
	readonly parameters: number | undefined;
	/** Argument labels of a Swift function: `_:count:`. */
	readonly labels: string | undefined;
}

/** Matches generated wrapper classes. Their methods are named after the methods of the wrapped interface. */
const madeClass = /\$\$(?:Lambda|ExternalSynthetic)|\$sam\$|\bComposableSingletons\$/;

export function functionNames(frame: Frame): FunctionNames {
	const method = writtenMethod(frame);
	const isConstructor =
		/^(?:<init>|\.ctor|constructor)$/.test(method) || (frame.flags.includes('constructor') && method !== '');
	const operator = operators[method];
	const names = new Set<string>();
	if (method !== '') {
		names.add(method);
	}
	if (operator !== undefined) {
		names.add(`operator${operator}`);
	}
	if (method === 'Finalize') {
		names.add(`~${(frame.enclosing?.type ?? '').split(/[.+]/).at(-1)?.replace(/`.*/, '')}`);
	}
	const accessor = /^(?:get|set|is|get_|set_|add_|remove_)([A-Z]\w{0,200})$/.exec(method)?.[1];
	if (accessor !== undefined) {
		names.add(accessor.charAt(0).toLowerCase() + accessor.slice(1));
		names.add(accessor);
		names.add(`is${accessor}`);
	}
	if (method.endsWith('=') && /^\w+=$/.test(method)) {
		names.add(method.slice(0, -1));
	}
	const ordered = frame.method?.startsWith('set#') ? [`${method}=`, ...names] : [...names];
	return { names: ordered, isConstructor, parameters: parametersOf(frame, method), labels: labelsOf(frame) };
}

/** Matches placeholder names for anonymous functions, top-level statements, and function arguments. */
const nobodys = /^(?:lambda|access\$.*)$|\$argument_\d+$/;

function writtenMethod({ type = '', method = '', enclosing }: Frame): string {
	// In C#, `g__` precedes the name of a local function: `Parse` in `<Load>g__Parse|2_0`.
	const written = /g__([^|]{1,200})\|/.exec(method)?.[1] ?? enclosing?.method ?? '';
	if (madeClass.test(type) || nobodys.test(written) || /^<+Main>\$(?!>g__)/.test(method)) {
		return '';
	}
	if (written === '<instance_members_initializer>') {
		return 'constructor';
	}
	// In names of classes generated for inlined code, Kotlin uses `special` for a class initializer.
	if (written === 'special' && type.includes('$special$$inlined$')) {
		return '<init>';
	}
	// Kotlin 2 generates names such as `_init_` and `_get_total_` for lambdas in initializers and accessors.
	const [, initializer, accessed] = /^_(?:(init|clinit)|[gs]et_(\w{1,200}))_$/.exec(written) ?? [];
	return initializer === undefined ? (accessed ?? written) : `<${initializer}>`;
}

/** Counts the parameters in a signature such as Swift's `add(_:count:)` or .NET's `Add(Int32 n, Item item)`. */
function parametersOf(frame: Frame, method: string): number | undefined {
	const labels = /^[^\s(]{1,200}\(((?:[\w]{1,80}:){0,40})\)$/.exec(frame.method ?? '')?.[1];
	if (labels !== undefined) {
		return labels.split(':').length - 1;
	}
	if (frame.kind === 'javascript') {
		const accessor = /(?:^|\.)([gs]et) /.exec(frame.method ?? '')?.[1];
		return accessor === undefined ? undefined : accessor === 'set' ? 1 : 0;
	}
	const isManaged = frame.kind === 'managed' && frame.method === method;
	const open = isManaged ? frame.text.search(/[\w\])] ?\((?!at )/) : -1;
	const start = open === -1 ? -1 : frame.text.indexOf('(', open);
	const close = start === -1 ? -1 : frame.text.indexOf(')', start);
	if (close === -1 || /\.(?:kt|java|dart)\b|^\(Unknown Source|^\(Native Method/i.test(frame.text.slice(start, close))) {
		return undefined;
	}
	const inner = frame.text.slice(start + 1, close).trim();
	return inner === '' ? 0 : inner.split(',').length;
}

const maxLabelsLength = 2000;

/** Returns the argument labels in a simplified Swift symbol: `_:count:` in `closure #1 in Cart.add(_:count:)`. */
function labelsOf({ kind, method = '' }: Frame): string | undefined {
	const end = kind === 'native' && method.endsWith(')') ? method.slice(-maxLabelsLength) : '';
	const isSimple = !end.slice(Math.max(0, end.lastIndexOf(' in '))).includes(' -> ');
	return isSimple ? /\(((?:[^\s():,]{1,80}:){0,40})\)$/.exec(end)?.[1] : undefined;
}

export function isLambda(frame: Frame): boolean {
	const method = frame.method ?? '';
	return (
		/lambda|<anonymous closure>|<fn>|_block_invoke|>b__|^closure #|\{lambda|\$anonfun/.test(method) ||
		/\$\d+(?:\$|$)|\$\$Lambda/.test(frame.type ?? '')
	);
}

/** Returns true if the function was generated or inlined. If so, the line numbers of its frames may be wrong. */
export function isGenerated(frame: Frame): boolean {
	return frame.flags.includes('synthetic') || frame.flags.includes('inlined');
}
