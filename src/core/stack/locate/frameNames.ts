import type { Frame } from '../trace/model';
import type { Family } from './outline/language';

/** How a language of a file writes the type of a frame. */
interface TypeNames {
	/** With dots; undefined where the type's name does not tell where it ends. */
	readonly namespace: string | undefined;
	/** The outermost first; with the namespace's where that is undefined. */
	readonly names: readonly string[];
}

const noNames: TypeNames = { namespace: undefined, names: [] };

/** The type that a person wrote, as the languages of a file name types. */
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
	// Functions of JavaScript say nothing of files.
	javascript: new Set(),
};

/** What a frame without a file may be in. */
export function typeExtensions(frame: Frame): ReadonlySet<string> {
	return frame.kind === 'elided' || frame.kind === 'gap' ? extensionsOfKind.javascript : extensionsOfKind[frame.kind];
}

/** How many types a type of .NET takes, as its name in a frame tells: ``Pool`1``. */
export function typeParametersOf({ type = '' }: Frame): number | undefined {
	const open = type.indexOf('[');
	const name = open === -1 ? type : type.endsWith(']') ? type.slice(0, open) : '';
	const count = name.slice(name.lastIndexOf('`') + 1);
	return name.includes('`') && /^\d{1,2}$/.test(count) ? Number(count) : undefined;
}

/** Names of files that a type is likely to be in: its own, then those of the types around it. */
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
	// Kotlin calls the type of a file by it.
	const count = typeParametersOf(frame);
	const [own] = names;
	// The usual names of files beside that of a type of the same name that takes none.
	const generic =
		count === undefined || own === undefined
			? []
			: ['`', `\`${count}`, `{T}`, 'OfT', 'T'].map((ending) => own + ending);
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
	/** In the order in which they are looked for. */
	readonly names: readonly string[];
	readonly isConstructor: boolean;
	/** As far as the frame tells. */
	readonly parameters: number | undefined;
}

/** Classes that compilers make around a function: theirs is called as an interface says, not as a person wrote. */
const madeClass = /\$\$(?:Lambda|ExternalSynthetic)|\$sam\$|\bComposableSingletons\$/;

/** What the function of a frame may be called in its source. */
export function functionNames(frame: Frame): FunctionNames {
	const method = writtenMethod(frame);
	const isConstructor = /^(?:<init>|\.ctor)$/.test(method) || (frame.flags.includes('constructor') && method !== '');
	const operator = operators[method];
	const names = new Set<string>();
	if (method !== '') {
		names.add(method);
	}
	if (operator !== undefined) {
		names.add(`operator${operator}`);
	}
	// Accessors of Kotlin and C#, setters of Dart.
	const accessor = /^(?:get|set|is|get_|set_|add_|remove_)([A-Z]\w{0,200})$/.exec(method)?.[1];
	if (accessor !== undefined) {
		names.add(accessor.charAt(0).toLowerCase() + accessor.slice(1));
		names.add(accessor);
	}
	if (method.endsWith('=') && /^\w+=$/.test(method)) {
		names.add(method.slice(0, -1));
	}
	return { names: [...names], isConstructor, parameters: parametersOf(frame, method) };
}

/** What stands for code that has no name: of functions, of the statements of a file, of an argument. */
const nobodys = /^(?:lambda|access\$.*)$|\$argument_\d+$/;

function writtenMethod({ type = '', method = '', enclosing }: Frame): string {
	// A function within a function of C#: `<Load>g__Parse|2_0`.
	const written = /g__([^|]{1,200})\|/.exec(method)?.[1] ?? enclosing?.method ?? '';
	if (madeClass.test(type) || nobodys.test(written) || /^<+Main>\$(?!>g__)/.test(method)) {
		return '';
	}
	// Lambdas of initializers and accessors, as Kotlin 2 names them.
	const [, initializer, accessed] = /^_(?:(init|clinit)|[gs]et_(\w{1,200}))_$/.exec(written) ?? [];
	return initializer === undefined ? (accessed ?? written) : `<${initializer}>`;
}

/** Of `add(_:count:)` of Swift and `Add(Int32 n, Item item)` of .NET. */
function parametersOf(frame: Frame, method: string): number | undefined {
	const labels = /^[^\s(]{1,200}\(((?:[\w]{1,80}:){0,40})\)$/.exec(frame.method ?? '')?.[1];
	if (labels !== undefined) {
		return labels.split(':').length - 1;
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

/** Whether the frame is of code that has no name of its own, and so may be anywhere an inline function puts it. */
export function isLambda(frame: Frame): boolean {
	const method = frame.method ?? '';
	return (
		/lambda|<anonymous closure>|<fn>|_block_invoke|>b__|^closure #|\{lambda|\$anonfun/.test(method) ||
		/\$\d+(?:\$|$)|\$\$Lambda/.test(frame.type ?? '')
	);
}

/** Whether a compiler made the function, or moved its lines. */
export function isGenerated(frame: Frame): boolean {
	return frame.flags.includes('synthetic') || frame.flags.includes('inlined');
}
