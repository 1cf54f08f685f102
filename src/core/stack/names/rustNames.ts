import { cppMember } from './cppNames';

/** @param symbol Name such as `<acme::Cart as core::fmt::Display>::fmt`, `acme::load::{{closure}}::h0123456789abcdef`. */
export function rustMember(symbol: string): ReturnType<typeof cppMember> {
	const plain = symbol
		.replace(/::h[\da-f]{16}$/, '')
		.replace(/\{(?:closure|async_[a-z_]{1,20})(?:#\d{1,9})?\}(?!\})/g, '{{closure}}');
	return cppMember(ownType(plain.replace(/\{\{(?:vtable|impl)[^{}]{0,40}\}\}/g, '')));
}

/** Replaces `<Type as Trait>` or `<impl Trait for Type>` at the start of a name with `Type`. */
function ownType(symbol: string): string {
	const close = symbol.startsWith('<') ? closing(symbol) : -1;
	if (close === -1) {
		return symbol;
	}
	const inner = symbol.slice(1, close);
	const isImpl = inner.startsWith('impl ');
	const separator = isImpl ? inner.lastIndexOf(' for ') : inner.indexOf(' as ');
	const type = separator === -1 ? inner : isImpl ? inner.slice(separator + ' for '.length) : inner.slice(0, separator);
	return type.replace(/^(?:&|\*)?(?:mut |const )?/, '') + symbol.slice(close + 1);
}

/** Returns the index of the angle bracket that closes the first one, or -1. Ignores the arrows in function types. */
function closing(symbol: string): number {
	let depth = 0;
	for (let index = 0; index < symbol.length; index++) {
		const character = symbol.charAt(index);
		if (character === '<') {
			depth++;
		} else if (character === '>' && symbol.charAt(index - 1) !== '-' && --depth === 0) {
			return index;
		}
	}
	return -1;
}
