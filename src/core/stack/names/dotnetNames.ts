/** `System.Collections.Generic.List`1` and what the compiler made of lambdas, iterators and async methods. */
interface DotnetMember {
	readonly type: string;
	readonly method: string;
	readonly enclosing: { readonly type: string; readonly method: string };
}

/** @param name Qualified, without parameters: `Acme.Cart.<LoadAsync>d__4.MoveNext`. Undefined without a type. */
export function dotnetMember(name: string): DotnetMember | undefined {
	const method = methodStart(name);
	if (method <= 0) {
		return undefined;
	}
	const made = madeSegment(name);
	const ownEnd = (made > 0 ? made : method) - 1;
	const type = name.slice(0, ownEnd);
	const written = made > 0 ? writtenIn(name.slice(made)) : withoutAccessor(withoutGenerics(name.slice(method)));
	return {
		type,
		method: name.slice(ownEnd + 1),
		enclosing: {
			type: withoutGenerics(type).replaceAll('+', '.').replaceAll('/', '.'),
			method: written === '' ? name.slice(method) : written,
		},
	};
}

/** After the last separator outside of brackets; constructors have a dot of their own (`Acme.Cart..ctor`, `Cart:.ctor`). */
function methodStart(name: string): number {
	let depth = 0;
	for (let index = name.length - 1; index > 0; index--) {
		const character = name.charAt(index);
		if (character === ']' || character === '>') {
			depth++;
		} else if (character === '[' || character === '<') {
			depth--;
		} else if (depth === 0 && (character === '.' || character === ':')) {
			return character === '.' && /[.:]/.test(name.charAt(index - 1)) ? index : index + 1;
		}
	}
	return 0;
}

/** Where the first segment begins that no person can write: one that starts with `<`. */
function madeSegment(name: string): number {
	for (let index = name.indexOf('<'); index !== -1; index = name.indexOf('<', index + 1)) {
		const before = name.charAt(index - 1);
		if (before === '.' || before === '+' || before === ':' || before === '/') {
			return index;
		}
	}
	return -1;
}

/** `<>c__DisplayClass3_0.<LoadAsync>b__0` and `<Load>g__Parse|2_0` belong to the method in the brackets. */
function writtenIn(made: string): string {
	for (let index = made.indexOf('<'); index !== -1; index = made.indexOf('<', index + 1)) {
		const close = made.indexOf('>', index);
		const inner = made.lastIndexOf('<', close);
		const written = close === -1 ? '' : made.slice(inner + 1, close);
		if (written !== '') {
			// Members of an interface are qualified, and constructors begin with a dot.
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
	return /^(?:get|set|add|remove|init)_./.test(method) ? method.slice(method.indexOf('_') + 1) : method;
}

/** Without `[TValue]`, `<T>` and `` `1 ``. */
function withoutGenerics(name: string): string {
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
