import { isUpper } from '../trace/characters';

interface DartMember {
	readonly type: string;
	readonly method: string;
	/** Undefined for closures of no function. */
	readonly enclosing: { readonly type: string; readonly method: string } | undefined;
	readonly isConstructor: boolean;
}

const closures = new Set(['<anonymous closure>', '<fn>', '<anonymous', '<async>']);

/** @param member `Cart.total`, `new Cart.empty`, `CartView.build.<anonymous closure>`, `List.[]=`, `StringX|shout`. */
export function dartMember(member: string): DartMember {
	const isConstructor = member.startsWith('new ');
	const plain = isConstructor ? member.slice('new '.length) : member;
	const segments = segmentsOf(plain);
	const written = segments.filter((segment) => !closures.has(segment));
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
	// A mixin's members are applied to a class that is made: _State&Object&Ticker.
	const type = withoutTypeArguments(first.slice(first.lastIndexOf('&') + 1));
	return {
		type: first,
		method: plain.slice(plain.indexOf(first) + first.length + 1),
		enclosing: { type, method: second },
		isConstructor,
	};
}

/** Operators may consist of dots as well, and type arguments have some. */
function segmentsOf(member: string): string[] {
	const segments: string[] = [];
	let start = 0;
	let depth = 0;
	for (let index = 0; index < member.length; index++) {
		const character = member.charAt(index);
		if (character === '<' && index > start) {
			depth++;
		} else if (character === '>' && depth > 0) {
			depth--;
		} else if (character === '.' && depth === 0 && index > start) {
			segments.push(member.slice(start, index));
			start = index + 1;
		}
	}
	segments.push(member.slice(start));
	return segments.filter((segment) => segment !== '');
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
