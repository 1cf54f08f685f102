const maxDepth = 8;

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

/** Parses the lenient JSON in mapping files. Objects become maps so that a key such as `__proto__` is not special. */
export function parseLenientJson(text: string): JsonValue | undefined {
	// Fast path: most values are plain JSON, and the native parser is many times faster.
	const plain = parsePlain(text);
	if (plain !== undefined) {
		return plain;
	}
	const reader = new Reader(text);
	try {
		const value = reader.value(0);
		return reader.atEnd() ? value : undefined;
	} catch (error) {
		if (error instanceof NotJson) {
			return undefined;
		}
		throw error;
	}
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
		throw new NotJson();
	}
	if (Array.isArray(value)) {
		return value.map((item) => withMaps(item, depth + 1));
	}
	if (typeof value === 'object' && value !== null) {
		return new Map(Object.entries(value).map(([key, item]) => [key, withMaps(item, depth + 1)]));
	}
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

class NotJson extends Error {}

class Reader {
	private place = 0;

	constructor(private readonly text: string) {}

	atEnd(): boolean {
		return this.next() === '';
	}

	value(depth: number): JsonValue {
		if (depth > maxDepth) {
			throw new NotJson();
		}
		const first = this.next();
		if (first === '{') {
			return this.object(depth);
		}
		if (first === '[') {
			return this.list(depth);
		}
		if (first === '"' || first === "'") {
			return this.quoted(first);
		}
		return this.bare();
	}

	private object(depth: number): JsonValue {
		const members = new Map<string, JsonValue>();
		this.place++;
		while (this.next() !== '}') {
			const first = this.next();
			const key = first === '"' || first === "'" ? this.quoted(first) : this.word();
			this.expect(':');
			members.set(key, this.value(depth + 1));
			this.comma('}');
		}
		this.place++;
		return members;
	}

	private list(depth: number): JsonValue {
		const items: JsonValue[] = [];
		this.place++;
		while (this.next() !== ']') {
			items.push(this.value(depth + 1));
			this.comma(']');
		}
		this.place++;
		return items;
	}

	private quoted(quote: string): string {
		let text = '';
		this.place++;
		for (;;) {
			const character = this.text[this.place++];
			if (character === undefined) {
				throw new NotJson();
			}
			if (character === quote) {
				return text;
			}
			text += character === '\\' ? this.escape() : character;
		}
	}

	private escape(): string {
		const character = this.text[this.place++] ?? '';
		if (character === 'u') {
			const digits = this.text.slice(this.place, this.place + 4);
			if (!/^[\da-f]{4}$/i.test(digits)) {
				throw new NotJson();
			}
			this.place += 4;
			return String.fromCharCode(Number.parseInt(digits, 16));
		}
		return { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[character] ?? character;
	}

	private bare(): JsonValue {
		const word = this.word();
		if (word === 'true' || word === 'false') {
			return word === 'true';
		}
		if (word === 'null') {
			return null;
		}
		const number = Number(word);
		if (!Number.isFinite(number)) {
			throw new NotJson();
		}
		return number;
	}

	private word(): string {
		const pattern = /[\w$.+-]+/y;
		pattern.lastIndex = this.place;
		const [word] = pattern.exec(this.text) ?? [];
		if (word === undefined) {
			throw new NotJson();
		}
		this.place += word.length;
		return word;
	}

	private next(): string {
		while (/\s/.test(this.text[this.place] ?? '')) {
			this.place++;
		}
		return this.text[this.place] ?? '';
	}

	private expect(character: string): void {
		if (this.next() !== character) {
			throw new NotJson();
		}
		this.place++;
	}

	private comma(end: string): void {
		if (this.next() !== end) {
			this.expect(',');
		}
	}
}
