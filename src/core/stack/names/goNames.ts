interface GoMember {
	readonly type: string;
	readonly method: string;
	/** Import path of the package that contains the function. */
	readonly module: string;
	readonly enclosing: { readonly type: string; readonly method: string };
}

/** @param symbol Name such as `github.com/acme/shop/cart.(*Cart).Total.func1`. */
export function goMember(symbol: string): GoMember {
	const plain = withoutBrackets(symbol);
	const dot = plain.indexOf('.', plain.lastIndexOf('/') + 1);
	if (dot <= 0) {
		return { type: '', method: plain, module: '', enclosing: { type: '', method: plain } };
	}
	const module = plain.slice(0, dot);
	const parts = plain.slice(dot + 1).split('.');
	// Functions nested in other functions have names such as `func1`, `func1.2`, `gowrap1` and `deferwrap2`.
	const closure = parts.findIndex((part, index) => index > 0 && /^(?:func|gowrap|deferwrap|\d)/.test(part));
	const names = (closure === -1 ? parts : parts.slice(0, closure)).filter((part) => part !== '' && part !== 'glob');
	const type = names.length > 1 ? (names[0] ?? '') : '';
	const method = (names.at(-1) ?? parts[0] ?? '').replace(/-(?:fm|range\d{1,4})$/, '');
	const enclosing = { type: type.replace(/^\(\*?([^)]{0,300})\)$/, '$1'), method };
	return { type, method: parts.slice(type === '' ? 0 : 1).join('.'), module, enclosing };
}

/** Removes type arguments: `main.Map[...]` becomes `main.Map`. */
function withoutBrackets(symbol: string): string {
	let plain = '';
	let depth = 0;
	for (const character of symbol) {
		if (character === '[') {
			depth++;
		} else if (character === ']') {
			depth = Math.max(0, depth - 1);
		} else if (depth === 0) {
			plain += character;
		}
	}
	return plain;
}
