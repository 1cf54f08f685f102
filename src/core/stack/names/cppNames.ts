import { isDigit } from '../../../shared/ascii';
import { digitsEnd, numberIn } from '../trace/characters';

interface CppMember {
	/** Qualified type name. Empty if the function is not a member of a type. */
	readonly type: string;
	readonly method: string;
	/** Function that contains the lambda or block. For other functions, the function itself. */
	readonly enclosing: { readonly type: string; readonly method: string };
}

/** Parses a C++ symbol in mangled or demangled form: `acme::Cart::total(int) const`. */
export function cppMember(symbol: string): CppMember {
	if (symbol.startsWith('_R')) {
		// The crate numbers in Rust's newer mangling depend on the compiler, so they are removed.
		const method = symbol.replace(/Cs[\dA-Za-z]{1,13}_(?=\d)/g, 'C');
		return { type: '', method, enclosing: { type: '', method } };
	}
	const names = itaniumNames(symbol) ?? scopes(symbol);
	// Removes the hash that Rust appends to its symbols.
	if (names.length > 1 && /^h[\da-f]{16}$/.test(names.at(-1) ?? '')) {
		names.pop();
	}
	const lambda = names.findIndex(isLambda);
	const own = memberOf(names);
	return { ...own, enclosing: lambda > 0 ? memberOf(names.slice(0, lambda)) : own };
}

function memberOf(names: readonly string[]): { type: string; method: string } {
	return { type: names.slice(0, -1).join('::'), method: names.at(-1) ?? '' };
}

function isLambda(name: string): boolean {
	return /^(?:\$_\d+|\{lambda|'lambda|<lambda|lambda_|`\d+'|\{\{closure|_block_invoke)/.test(name);
}

function scopes(symbol: string): string[] {
	const names: string[] = [];
	let name = '';
	let depth = 0;
	for (let index = 0; index < symbol.length; index++) {
		const character = symbol.charAt(index);
		const special = depth === 0 && name === '' ? specialName(symbol, index) : '';
		if (special !== '') {
			name = special;
			index += name.length - 1;
		} else if (character === '<' || character === '(' || character === '[') {
			depth++;
		} else if (character === '>' || character === ')' || character === ']') {
			depth = Math.max(0, depth - 1);
		} else if (depth === 0 && character === ':' && symbol.charAt(index + 1) === ':') {
			names.push(name);
			name = '';
			index++;
		} else if (depth === 0 && character === ' ') {
			// The name follows the return type and a space. It ends before a space and a qualifier such as `const`.
			if (name !== '' && isAfterParameters(symbol, index)) {
				if (!symbol.startsWith('::', nextScope(symbol, index))) {
					break;
				}
			} else {
				names.length = 0;
				name = '';
			}
		} else if (depth === 0) {
			name += character;
		}
	}
	names.push(name.replace(/^'|'$/g, ''));
	return names.filter((part) => part !== '');
}

/** Returns the name at the index if it can contain brackets or spaces. Returns '' for other names. */
function specialName(symbol: string, index: number): string {
	switch (symbol.charAt(index)) {
		case '(':
			return symbol.startsWith('(anonymous namespace)', index) ? '(anonymous namespace)' : '';
		case '{':
		case "'":
		case '<': {
			const end = symbol.startsWith('lambda', index + 1) ? symbol.indexOf('::', index) : index;
			return symbol.slice(index, end === -1 ? symbol.length : end);
		}
		case 'o':
			return symbol.startsWith('operator', index) ? operatorAt(symbol, index) : '';
		default:
			return '';
	}
}

function isAfterParameters(symbol: string, index: number): boolean {
	return symbol.charAt(index - 1) === ')';
}

/** Returns the index after a qualifier such as `const`. Further names may follow: `f(int) const::{lambda()#1}`. */
function nextScope(symbol: string, index: number): number {
	return symbol.startsWith(' const', index) ? index + ' const'.length : index;
}

/** Returns the name of an operator without its parameters: `operator()`, `operator<<`, `operator new`. */
function operatorAt(symbol: string, start: number): string {
	const after = start + 'operator'.length;
	if (symbol.startsWith('()', after)) {
		return 'operator()';
	}
	const open = symbol.indexOf('(', after);
	const end = open === -1 ? symbol.length : open;
	return end - after > 40 ? 'operator' : symbol.slice(start, end);
}

/** Demangles `_ZN4acme4Cart5totalEv` (Itanium). Returns undefined for a name with a substitution or template. */
function itaniumNames(symbol: string): string[] | undefined {
	const start = /^_{0,3}Z(N[KVr]*)?/.exec(symbol)?.[0];
	if (start === undefined || !symbol.startsWith('_')) {
		return undefined;
	}
	const names: string[] = [];
	let index = start.length;
	if (symbol.startsWith('St', index)) {
		names.push('std');
		index += 2;
	}
	while (isDigit(symbol.charCodeAt(index))) {
		const end = digitsEnd(symbol, index);
		const length = numberIn(symbol, index, end) ?? 0;
		if (length === 0 || end + length > symbol.length) {
			return undefined;
		}
		names.push(symbol.slice(end, end + length));
		index = end + length;
	}
	const type = names.at(-1) ?? '';
	if (/^C[1-5]/.test(symbol.slice(index, index + 2))) {
		names.push(type);
	} else if (/^D[0-5]/.test(symbol.slice(index, index + 2))) {
		names.push(`~${type}`);
	}
	return names.length > 0 ? names : undefined;
}
