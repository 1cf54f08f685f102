interface JavascriptMember {
	readonly type: string;
	readonly method: string;
	/** Enclosing function. Undefined for anonymous code. */
	readonly enclosing: { readonly type: string; readonly method: string } | undefined;
	readonly isConstructor: boolean;
}

const nameless =
	/^(?:<anonymous>|anonymous|\(anonymous function\)|<unknown>|\?anon_.*|eval(?: code)?|(?:global|module) code|<global>|_callee\d*\$?|\^)$/;

/** Receivers that don't show where a function is defined. */
const receivers = new Set([
	'Object',
	'Function',
	'Module',
	'exports',
	'_this',
	'this',
	'self',
	'window',
	'global',
	'globalThis',
]);

/** @param name Name without `async`: `Cart.load`, `new Cart`, `Object.load [as onPress]`, `load/<`. */
export function javascriptMember(name: string): JavascriptMember {
	const alias = name.endsWith(']') ? name.lastIndexOf(' [as ') : -1;
	const unaliased = alias === -1 ? name : name.slice(0, alias);
	// Some reporters print an empty type name before the function: `.load`.
	const plain = unaliased.startsWith('.') ? unaliased.slice(1) : unaliased;
	if (plain.startsWith('new ')) {
		const type = plain.slice('new '.length);
		const isNamed = !nameless.test(type);
		return {
			type,
			method: plain,
			enclosing: isNamed ? { type, method: 'constructor' } : undefined,
			isConstructor: true,
		};
	}
	const component = /^([\w$.]{1,200})\(([^()]{0,300})\)$/.exec(plain);
	if (component) {
		const [, wrapper = '', inner = ''] = component;
		const method = /^[A-Z][\w$]*$/.test(inner) ? inner : wrapper;
		return { type: '', method: plain, enclosing: { type: '', method }, isConstructor: false };
	}
	const dot = plain.lastIndexOf('.');
	const type = dot > 0 ? plain.slice(0, dot) : '';
	const method = dot > 0 ? plain.slice(dot + 1) : plain;
	const written = writtenName(method);
	return {
		type,
		method,
		enclosing: written === '' ? undefined : { type: receivers.has(type) ? '' : type, method: written },
		isConstructor: false,
	};
}

/** Removes accessor keywords and the suffixes that are added by Firefox and regenerator. */
function writtenName(method: string): string {
	if (/^[\w\u0080-\uffff]+$/.test(method)) {
		return nameless.test(method) ? '' : method;
	}
	const parts = method
		.replace(/^(?:get |set |bound |async\*)/, '')
		.split('/')
		.filter((part) => part !== '<' && part !== '');
	const name = parts.at(-1) ?? '';
	if (nameless.test(name)) {
		return '';
	}
	return name.length > 1 && name.endsWith('$') ? name.slice(0, -1) : name;
}
