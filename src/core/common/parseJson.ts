export type JsonMembers = Readonly<Record<string, unknown>>;

export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export function isObject(value: unknown): value is JsonMembers {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
