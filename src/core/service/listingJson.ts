/** JSON value in which numbers are represented by their source text. */
export type ListingValue = string | boolean | null | readonly ListingValue[] | ListingObject;
export interface ListingObject {
	readonly [member: string]: ListingValue | undefined;
}

/** Matches the names of secrets, such as the API keys in the application list, which are removed. */
const secretLike = /token|key|secret|passw|credential/i;

/** Parses the list of applications. Numbers become strings, because IDs exceed 2^53. Possible secrets are removed. */
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

/** Describes the member names in a value, without any values. The result is safe for logs and messages. */
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
