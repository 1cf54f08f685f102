import { isUpper } from '../trace/characters';
import type { SwiftName } from './swiftMangled';

const made =
	/^(?:@objc |@nonobjc |partial apply (?:for|forwarder for) |specialized |static |merged |dispatch thunk of |protocol witness for |async function pointer to |variable initialization expression of |one-time initialization (?:function|token) for |property wrapper backing initializer of |type metadata accessor for |outlined (?:init with copy|destroy) of |default argument \d{1,3} of )/;
const asyncPart = /^\(\d+\) (?:suspend resume|await resume) partial function for /;
const specialization = /^(?:generic|function signature) specialization </;
const accessors = new Set(
	'getter setter didset willset modify read _modify _read init unsafeAddressor unsafeMutableAddressor'.split(' '),
);

/** Parses a symbol such as `closure #1 in Cart.load()` or `static AcmeShop.Cart.make() -> AcmeShop.Cart`. */
export function readSwiftDemangled(symbol: string, image: string): SwiftName & { readonly signature: string } {
	let text = symbol;
	let isAsync = false;
	// Skips the words before the type name, which starts with a capital letter.
	while (!isUpper(text.charCodeAt(0))) {
		const async = asyncPart.exec(text);
		const prefix = madeFor(text);
		const special = specialization.test(text) ? text.indexOf('> of ') : -1;
		if (async) {
			isAsync = true;
			text = text.slice(async[0].length);
		} else if (prefix !== undefined) {
			text = text.slice(prefix.length);
		} else if (special !== -1) {
			text = text.slice(special + '> of '.length);
		} else {
			break;
		}
	}
	const conformance = text.indexOf(' in conformance ');
	text = conformance === -1 ? text : text.slice(0, conformance);
	const around = text.lastIndexOf(' in ');
	const isClosure = around !== -1 && /#\d+/.test(text.slice(0, around)) && !text.startsWith('(extension');
	text = isClosure ? withoutMade(text.slice(around + ' in '.length)) : text;

	let extended = '';
	if (text.startsWith('(extension in ')) {
		const close = text.indexOf('):');
		extended = text.slice('(extension in '.length, close === -1 ? undefined : close);
		text = close === -1 ? '' : text.slice(close + 2);
	}
	const { names, signature } = path(text);
	const [first = ''] = names;
	const own = image.replace(/[^\w]/g, '_');
	const qualified = names.length > 1 && (first === own || first === 'Swift' || first === extended);
	const member = accessors.has(names.at(-1) ?? '') && names.length > 1 ? names.slice(0, -1) : names;
	const retained = qualified && member.length > 1 ? member.slice(1) : member;
	const isInit = names.at(-1) === 'init' || names.at(-1) === '__allocating_init';
	const method = isInit ? 'init' : (retained.at(-1) ?? '');
	return {
		module: extended !== '' ? extended : qualified ? first : '',
		type: (isInit ? names.slice(qualified ? 1 : 0, -1) : retained.slice(0, -1)).join('.'),
		method: /^__(?:isolated_)?deallocating_deinit$/.test(method) ? 'deinit' : method,
		isClosure,
		isAsync,
		signature,
	};
}

function withoutMade(symbol: string): string {
	let text = symbol;
	for (let prefix = madeFor(text); prefix !== undefined; prefix = madeFor(text)) {
		text = text.slice(prefix.length);
	}
	return text;
}

function madeFor(text: string): string | undefined {
	return made.exec(text)?.[0];
}

/** Returns true if the symbol initializes a global or static variable, whose type is not part of the symbol. */
export function isSwiftInitializer(symbol: string): boolean {
	return symbol.startsWith('one-time initialization ') || symbol.startsWith('variable initialization expression of ');
}

/** Matches an operator and its position (prefix, infix, or postfix): `Cart.+ infix(_:_:)`. */
const operatorAt = /^([-/=+!*%<>&|^~?.\p{S}«»¡¿§¶•†‡…‰‹›]{1,30}) (?:infix|prefix|postfix)\b/u;
const maxOperatorLength = 40;

function operatorIn(text: string, index: number): RegExpExecArray | null {
	return operatorAt.exec(text.slice(index, index + maxOperatorLength));
}

function endsName(text: string, dot: number): boolean {
	return text.charAt(dot + 1) !== '.' || operatorIn(text, dot + 1) !== null;
}

/** Matches a name without type arguments, operators, or private members. Most names have this form. */
const plainPath = /^\w+(?:\.\w+)*/;

function path(text: string): { names: string[]; signature: string } {
	const plain = plainPath.exec(text)?.[0];
	if (plain !== undefined && (plain.length === text.length || text.startsWith('(', plain.length))) {
		return { names: plain.split('.'), signature: signatureAt(text, plain.length) };
	}
	const names: string[] = [];
	let name = '';
	let depth = 0;
	let index = 0;
	for (; index < text.length; index++) {
		const character = text.charAt(index);
		const operator = depth === 0 && name === '' ? operatorIn(text, index) : null;
		if (operator) {
			name = operator[1] ?? '';
			index += operator[0].length;
			break;
		}
		if (depth === 0 && character === '(' && name === '') {
			// The name of a private member is in parentheses, together with a discriminator: `(secret in _4C0FFEE)`.
			const end = text.indexOf(' in ', index);
			const close = text.indexOf(')', index);
			if (end === -1 || close < end) {
				break;
			}
			name = text.slice(index + 1, end);
			index = close;
		} else if (depth === 0 && (character === '(' || character === ' ')) {
			break;
		} else if (character === '<' && (name !== '' || depth > 0)) {
			depth++;
		} else if (character === '>' && depth > 0) {
			depth--;
		} else if (depth === 0 && character === '.' && name !== '' && endsName(text, index)) {
			names.push(name);
			name = '';
		} else if (depth === 0) {
			name += character;
		}
	}
	if (name !== '') {
		names.push(name);
	}
	return { names, signature: signatureAt(text, index) };
}

/** Returns the parameter labels between parentheses: `(id:)`. */
function signatureAt(text: string, start: number): string {
	const labels = text.startsWith('(', start) ? /^\((?:\w{1,100}:)*\)/.exec(text.slice(start, start + 1000)) : null;
	return labels?.[0] ?? '';
}
