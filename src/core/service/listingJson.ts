/** A value of the listing; numbers are the digits they were written in. */
export type ListingValue = string | boolean | null | readonly ListingValue[] | ListingObject;
export interface ListingObject {
	readonly [member: string]: ListingValue | undefined;
}

/** Live listings hold import tokens and API keys, which nothing here needs. */
const secretLike = /token|key|secret|passw|credential/i;

/**
 * Parses JSON for the listing of applications, with JSON.parse, since it is small and needed whole. Numbers become text, since IDs exceed 2^53, and secret-like members at
 * any depth are gone before anything else sees the value.
 * @throws SyntaxError @throws RangeError when nested too deeply
 */
export function parseListingJson(text: string): ListingValue {
	return JSON.parse(text, (name: string, value: unknown, context?: { readonly source?: string }) => {
		if (secretLike.test(name)) {
			return undefined;
		}
		return typeof value === 'number' ? (context?.source ?? String(value)) : value;
	});
}

export function isListingObject(value: ListingValue | undefined): value is ListingObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListingArray(value: ListingValue | undefined): value is readonly ListingValue[] {
	return Array.isArray(value);
}

/** The members of a value down to the second level, and never their values: fit for a log or a message. */
export function describeShape(value: ListingValue): string {
	return describe(value, 2);
}

function describe(value: ListingValue | undefined, depth: number): string {
	if (isListingArray(value)) {
		return value.length === 0 ? '[]' : `[${describe(value[0], depth)}]`;
	}
	if (!isListingObject(value)) {
		return value === null ? 'null' : typeof value === 'string' ? 'text' : typeof value;
	}
	if (depth === 0) {
		return '{}';
	}
	const members = Object.entries(value).map(([name, member]) =>
		typeof member === 'object' && member !== null ? `${name}: ${describe(member, depth - 1)}` : name,
	);
	return `{${members.join(', ')}}`;
}
