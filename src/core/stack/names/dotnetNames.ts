import { closeBracket, colon, openBracket } from '../../../shared/ascii';

const dot = 0x2e;
const less = 0x3c;
const greater = 0x3e;

/** Member of a .NET type. For lambdas, iterators, and async methods, `enclosing` is their method in the source code. */
interface DotnetMember {
	readonly type: string;
	readonly method: string;
	readonly enclosing: { readonly type: string; readonly method: string };
}

/** Prefix that the C# compiler adds to the names of types with the `file` modifier. */
const fileLocal = /<\w{0,200}>F[\dA-F]{64}__/;

/** Matches F# closures, whose names contain a line number (`load@14-1.Invoke`), and Visual Basic async methods. */
const closure = /[.+](?:([\w ]{1,200})@\d{1,9}(?:-\d{1,9})?|VB\$StateMachine_\d{1,9}_(\w{1,200}))\.\w{1,100}$/;

/** Matches a Visual Basic lambda, which has no name in the source code: `_Closure$__1-0._Lambda$__0`. */
const basicLambda = /\.(?:_Closure\$__[\w-]{0,20}\.)?_Lambda\$__[\w-]{1,20}$/;

/** @param name Qualified name without parameters: `Acme.Cart.<LoadAsync>d__4.MoveNext` */
export function dotnetMember(name: string): DotnetMember | undefined {
	if (/^[\w.:]+$/.test(name)) {
		return plainMember(name);
	}
	if (name.includes('>F')) {
		return csharpMember(name.replace(fileLocal, ''));
	}
	const made = /[@$]/.test(name) ? (closure.exec(name) ?? basicLambda.exec(name)) : null;
	if (!made) {
		return csharpMember(name);
	}
	const type = name.slice(0, made.index);
	const method = made[1] ?? made[2] ?? 'Lambda';
	return { type, method: name.slice(made.index + 1), enclosing: { type: type.replaceAll('+', '.'), method } };
}

function plainMember(name: string): DotnetMember | undefined {
	const start = methodStart(name);
	if (start <= 0) {
		return undefined;
	}
	const type = name.slice(0, start - 1);
	const method = name.slice(start);
	return { type, method, enclosing: { type, method: withoutAccessor(method) || method } };
}

function csharpMember(name: string): DotnetMember | undefined {
	const method = methodStart(name);
	if (method <= 0) {
		return undefined;
	}
	const made = madeSegment(name);
	const ownEnd = made === -1 ? method - 1 : made - 1;
	const type = name.slice(0, Math.max(0, ownEnd));
	const written = made === -1 ? withoutAccessor(withoutGenerics(name.slice(method))) : writtenIn(name.slice(made));
	return {
		type,
		method: name.slice(ownEnd + 1),
		enclosing: {
			type: withoutGenerics(type).replace(/[+/]/g, '.'),
			method: written === '' ? name.slice(method) : written,
		},
	};
}

/** Returns the start of the method name. A constructor's name starts with an extra dot: `Acme.Cart..ctor`. */
function methodStart(name: string): number {
	let depth = 0;
	for (let index = name.length - 1; index > 0; index--) {
		const code = name.charCodeAt(index);
		if (code === closeBracket || code === greater) {
			depth++;
		} else if (code === openBracket || code === less) {
			depth--;
		} else if (depth === 0 && (code === dot || code === colon)) {
			const before = name.charCodeAt(index - 1);
			return code === dot && (before === dot || before === colon) ? index : index + 1;
		}
	}
	return 0;
}

/** Returns the index of the first generated segment, or -1. The index is 0 if Unity omitted the outer class. */
function madeSegment(name: string): number {
	if (isMadeType(name)) {
		return 0;
	}
	for (let index = name.indexOf('<'); index !== -1; index = name.indexOf('<', index + 1)) {
		const before = name.charAt(index - 1);
		if (before === '.' || before === '+' || before === ':' || before === '/') {
			return index;
		}
	}
	return -1;
}

/** Returns true if the name contains a method name in angle brackets, unlike `<Module>` and `<StartupCode$Shop>`. */
function isMadeType(name: string): boolean {
	if (!name.startsWith('<')) {
		return false;
	}
	let depth = 0;
	for (let index = 0; index < name.length; index++) {
		const character = name.charAt(index);
		depth += character === '<' ? 1 : character === '>' ? -1 : 0;
		if (depth === 0) {
			return /^[a-z]/.test(name.charAt(index + 1));
		}
	}
	return false;
}

/** Returns the method name in angle brackets in a generated name: `<LoadAsync>b__0`, `<Load>g__Parse|2_0`. */
function writtenIn(made: string): string {
	for (let index = made.indexOf('<'); index !== -1; index = made.indexOf('<', index + 1)) {
		const close = made.indexOf('>', index);
		const inner = made.lastIndexOf('<', close);
		const written = close === -1 ? '' : made.slice(inner + 1, close);
		if (written !== '') {
			// Removes the interface name from an explicit implementation. A leading dot is part of a constructor's name.
			return written.startsWith('.') ? written : (written.split('.').at(-1) ?? written);
		}
		if (close === -1) {
			break;
		}
		index = close;
	}
	return '';
}

function withoutAccessor(method: string): string {
	return method.includes('_') && /^(?:get|set|add|remove|init)_./.test(method)
		? method.slice(method.indexOf('_') + 1)
		: method;
}

/** Removes generic arguments: `[TValue]`, `<T>`, and `` `1 ``. */
export function withoutGenerics(name: string): string {
	if (!/[[<`]/.test(name)) {
		return name;
	}
	let plain = '';
	let depth = 0;
	for (let index = 0; index < name.length; index++) {
		const character = name.charAt(index);
		if (character === '[' || character === '<') {
			depth++;
		} else if (character === ']' || character === '>') {
			depth = Math.max(0, depth - 1);
		} else if (depth === 0) {
			plain += character;
		}
	}
	return plain.replace(/`\d{1,5}/g, '');
}
