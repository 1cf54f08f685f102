interface JavascriptMember {
	readonly type: string;
	readonly method: string;
	readonly enclosing: { readonly type: string; readonly method: string } | undefined;
	readonly isConstructor: boolean;
}

const nameless =
	/^(?:<anonymous>|anonymous|\(anonymous function\)|<unknown>|\?anon_.*|eval(?: code)?|(?:global|module) code|<global>|_callee\d*\$?|\^)$/;

/** Receivers that don't show which type defines a function. */
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
	'__webpack_exports__',
]);

/** @param name Name without the word `async`: `Cart.load`, `new Cart`, `Object.load [as onPress]`, `load/<` */
export function javascriptMember(name: string): JavascriptMember {
	const alias = name.endsWith(']') ? name.lastIndexOf(' [as ') : -1;
	const plain = withoutPath(alias === -1 ? name : name.slice(0, alias));
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
	const component = plain.endsWith(')') ? /^([\w$.]{1,200})\(([^()]{0,300})\)$/.exec(plain) : null;
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

/** Removes leading dots and a module path, which Firefox adds to function names: `./src/cart.js/load<`. */
function withoutPath(name: string): string {
	if (!name.startsWith('.')) {
		return name;
	}
	const module = /^\.{1,2}\/\S{1,300}?\.[cm]?[jt]sx?(?:\/|$)/.exec(name)?.[0] ?? '';
	return name.slice(module.length).replace(/^[./]+/, '');
}

/** Removes accessor keywords, and suffixes that Firefox or the regenerator tool adds. */
function writtenName(method: string): string {
	if (/^[\w\u0080-\uffff]+$/.test(method)) {
		return nameless.test(method) ? '' : method;
	}
	const parts = method
		.replace(/^(?:get |set |bound |async\*)/, '')
		.split('/')
		.filter((part) => part !== '<' && part !== '');
	const name = parts.at(-1)?.replace(/<{1,9}$/, '') ?? '';
	if (nameless.test(name)) {
		return '';
	}
	return name.length > 1 && name.endsWith('$') ? name.slice(0, -1) : name;
}
