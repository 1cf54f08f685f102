import { isUpper } from '../trace/characters';

const dot = 0x2e;
const less = 0x3c;
const greater = 0x3e;

interface DartMember {
	readonly type: string;
	readonly method: string;
	/** Enclosing function. Undefined for closures outside a function. */
	readonly enclosing: { readonly type: string; readonly method: string } | undefined;
	readonly isConstructor: boolean;
}

const closures = new Set(['<anonymous closure>', '<fn>', '<anonymous', '<async>']);

/** @param member Name such as `new Cart.empty`, `CartView.build.<anonymous closure>`, `List.[]=`, or `StringX|shout` */
export function dartMember(member: string): DartMember {
	const isConstructor = member.startsWith('new ');
	// In symbols, a private name ends with the number of its library: `_Cart@17026248._load@17026248`.
	const named = isConstructor ? member.slice('new '.length) : member;
	const plain = named.includes('@') ? named.replace(/@\d{1,12}/g, '') : named;
	const segments = getSegments(plain);
	const written = member.includes('<') ? segments.filter((segment) => !closures.has(segment)) : segments;
	const [first = '', second] = written;
	const extension = first.indexOf('|');
	if (extension > 0) {
		const type = first.slice(0, extension);
		const method = plain.slice(extension + 1);
		const name = first.slice(extension + 1).replace(/^(?:get|set)#/, '');
		return { type, method, enclosing: { type, method: name }, isConstructor: false };
	}
	if (isConstructor) {
		const type = withoutTypeArguments(first);
		return { type, method: member, enclosing: { type, method: second ?? type }, isConstructor };
	}
	if (second === undefined || !isType(first)) {
		const enclosing = first === '' ? undefined : { type: '', method: first };
		return { type: '', method: member, enclosing, isConstructor };
	}
	// The generated superclass of a class with mixins, such as `_State&Object&Ticker`, ends with the mixin.
	const type = withoutTypeArguments(first.slice(first.lastIndexOf('&') + 1));
	return {
		type: first,
		method: plain.slice(plain.indexOf(first) + first.length + 1),
		enclosing: { type, method: second },
		isConstructor,
	};
}

function getSegments(member: string): string[] {
	const segments: string[] = [];
	let start = 0;
	let depth = 0;
	for (let index = 0; index < member.length; index++) {
		const code = member.charCodeAt(index);
		if (code === less && index > start) {
			depth++;
		} else if (code === greater && depth > 0) {
			depth--;
		} else if (code === dot && depth === 0 && index > start) {
			segments.push(member.slice(start, index));
			start = index + 1;
		}
	}
	if (start < member.length) {
		segments.push(member.slice(start));
	}
	return segments;
}

function isType(name: string): boolean {
	let index = 0;
	while (name.charCodeAt(index) === 0x5f || name.charCodeAt(index) === 0x24) {
		index++;
	}
	return isUpper(name.charCodeAt(index)) || name.includes('&') || name.startsWith('_extension#');
}

function withoutTypeArguments(name: string): string {
	const open = name.indexOf('<', 1);
	return open === -1 ? name : name.slice(0, open);
}
