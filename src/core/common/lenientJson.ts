const maxDepth = 8;

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

/** Matches the tokens of lenient JSON. An unclosed string extends to the end, so that matching takes linear time. */
const tokens = /"(?:[^"\\]|\\[\s\S]?)*"?|'(?:[^'\\]|\\[\s\S]?)*'?|[\w$.+-]+|\S/g;

const quoted = /^(["'])([\s\S]*)\1$/;

const escapeSequence = /\\(u[\da-fA-F]{4}|[^u])/g;

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Parses JSON that may contain single quotes, unquoted names, and trailing commas. Objects become maps, so that
 * `__proto__` is an ordinary name.
 */
export function parseLenientJson(text: string): JsonValue | undefined {
	// Most texts are strict JSON, for which `JSON.parse` is faster.
	return parsePlain(text) ?? parsePlain(plainJson(text.match(tokens) ?? []));
}

function plainJson(found: readonly string[]): string {
	return found
		.filter((token, index) => token !== ',' || !isTrailing(found[index - 1], found[index + 1]))
		.map((token, index, all) => {
			const [, , inner] = quoted.exec(token) ?? [];
			if (inner !== undefined && !inner.replace(escapeSequence, '').includes('\\')) {
				return JSON.stringify(inner.replace(escapeSequence, unescaped));
			}
			const isKey = all[index + 1] === ':' && /^[\w$.+-]+$/.test(token);
			return isKey ? JSON.stringify(token) : plainWord(token);
		})
		.join(' ');
}

function isTrailing(before = '', after = ''): boolean {
	return !'[{,'.includes(before) && (after === '}' || after === ']');
}

function unescaped(_: string, sequence: string): string {
	return sequence.length > 1
		? String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
		: (escapes[sequence] ?? sequence);
}

function plainWord(token: string): string {
	return /^[\w$.+-]+$/.test(token) && Number.isFinite(Number(token)) ? String(Number(token)) : token;
}

function parsePlain(text: string): JsonValue | undefined {
	try {
		return withMaps(JSON.parse(text), 0);
	} catch {
		return undefined;
	}
}

function withMaps(value: unknown, depth: number): JsonValue {
	if (depth > maxDepth) {
		throw new RangeError('the value is nested too deeply');
	}
	if (Array.isArray(value)) {
		return value.map((item) => withMaps(item, depth + 1));
	}
	if (typeof value === 'object' && value !== null) {
		return new Map(Object.entries(value).map(([key, item]) => [key, withMaps(item, depth + 1)]));
	}
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
