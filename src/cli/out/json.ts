import type { Json } from './answer';

/** Beyond what JSON escapes: what terminals obey, and what is not seen or turns the order of what follows. */
const odd = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** JSON that can be looked at in a terminal whatever records say; it reads as the same values. */
export function jsonText(value: Json | { readonly [name: string]: Json | undefined }, indent?: string): string {
	return JSON.stringify(value, undefined, indent).replace(
		odd,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
