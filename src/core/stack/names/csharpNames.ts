import { withoutGenerics } from './dotnetNames';

interface CsharpMember {
	readonly type: string;
	readonly method: string;
	readonly enclosing: { readonly type: string; readonly method: string };
	readonly isConstructor: boolean;
}

/** Matches the name that debuggers show for a lambda or a local function. */
const inner = /^(?:AnonymousMethod__|Lambda\$__|__[^|]{1,200}\|)/;
const accessor = /^(?:get|set|init|add|remove|raise)$/;

/** Splits a debugger's name: `Acme.Cart<int>.Total`, `Acme.Cart.Load.AnonymousMethod__4_0`, `Acme.Cart.Total.get`. */
export function csharpMember(name: string): CsharpMember | undefined {
	const segments = getSegments(name);
	const made = segments.findIndex((segment, index) => index > 0 && inner.test(segment));
	const last = made === -1 ? segments.length - 1 : made - 1;
	const isAccessor = last > 1 && accessor.test(segments[last] ?? '');
	const at = isAccessor ? last - 1 : last;
	const written = withoutGenerics(segments[at] ?? '');
	if (at < 1 || written === '') {
		return undefined;
	}
	const types = segments.slice(0, at);
	const isConstructor = written === withoutGenerics(types.at(-1) ?? '') || written === 'New';
	const method = isConstructor ? '.ctor' : written.startsWith('this') && isAccessor ? 'Item' : written;
	const type = types.join('.');
	return {
		type,
		method: segments.slice(at).join('.'),
		enclosing: { type: withoutGenerics(type), method },
		isConstructor,
	};
}

function getSegments(name: string): string[] {
	const segments: string[] = [];
	let depth = 0;
	let start = 0;
	for (let index = 0; index < name.length; index++) {
		const character = name.charAt(index);
		if (character === '<' || character === '[' || character === '(') {
			depth++;
		} else if (character === '>' || character === ']' || character === ')') {
			depth--;
		} else if (character === '.' && depth === 0) {
			segments.push(name.slice(start, index));
			start = index + 1;
		}
	}
	segments.push(name.slice(start));
	return segments.includes('') ? [] : segments;
}
