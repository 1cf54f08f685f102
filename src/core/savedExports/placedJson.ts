const maxDepth = 8;

/** Offsets in a text, in UTF-16 code units. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

export interface PlacedValue extends TextRange {
	/** Value of a string, number, boolean, or null. Undefined for an object or array. */
	readonly value?: string | number | boolean | null;
	readonly items?: readonly PlacedValue[];
	readonly members?: ReadonlyMap<string, PlacedMember>;
}

export interface PlacedMember {
	readonly key: TextRange;
	readonly node: PlacedValue;
}

export class PlacedFault extends Error {
	/** @param duplicate Name that occurs twice in an object. Undefined if the text is not valid JSON */
	constructor(
		readonly at: TextRange,
		readonly duplicate?: string,
	) {
		super('invalid JSON');
	}
}

interface Token extends TextRange {
	readonly text: string;
}

/**
 * Parses JSON and records the positions of the values. Objects become maps, so that `__proto__` is an ordinary name.
 * @throws PlacedFault if the text is invalid or nested too deeply, or if a name is repeated
 */
export function parsePlacedJson(text: string): PlacedValue {
	const reader = new PlacedReader(text);
	const root = reader.value(0);
	reader.expect('');
	return root;
}

class PlacedReader {
	/** Matches a string, a number or word, or any other single character. At the end of the text, the match is empty. */
	private readonly tokens = /[ \t\r\n]*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{}[\],:]+|[\s\S]?)/y;
	private token: Token;

	constructor(private readonly text: string) {
		this.token = this.read(0);
	}

	value(depth: number): PlacedValue {
		const { start } = this.token;
		if (depth < maxDepth && this.accept('{')) {
			const members = new Map<string, PlacedMember>();
			const { end } = this.list('}', () => this.member(members, depth));
			return { start, end, members };
		}
		if (depth < maxDepth && this.accept('[')) {
			const items: PlacedValue[] = [];
			const { end } = this.list(']', () => items.push(this.value(depth + 1)));
			return { start, end, items };
		}
		return this.scalar();
	}

	expect(text: string): Token {
		const { token } = this;
		if (!this.accept(text)) {
			throw new PlacedFault(token);
		}
		return token;
	}

	private accept(text: string): boolean {
		const isNext = this.token.text === text;
		if (isNext) {
			this.token = this.read(this.token.end);
		}
		return isNext;
	}

	private list(close: string, readItem: () => void): Token {
		if (this.token.text !== close) {
			do {
				readItem();
			} while (this.accept(','));
		}
		return this.expect(close);
	}

	private member(members: Map<string, PlacedMember>, depth: number): void {
		const key = this.scalar();
		if (typeof key.value !== 'string') {
			throw new PlacedFault(key);
		}
		if (members.has(key.value)) {
			throw new PlacedFault(key, key.value);
		}
		this.expect(':');
		members.set(key.value, { key, node: this.value(depth + 1) });
	}

	private scalar(): PlacedValue {
		const { start, end, text } = this.token;
		try {
			const value = JSON.parse(text);
			this.token = this.read(end);
			return { start, end, value };
		} catch {
			throw new PlacedFault({ start, end });
		}
	}

	private read(at: number): Token {
		this.tokens.lastIndex = at;
		const [whole = '', text = ''] = this.tokens.exec(this.text) ?? [];
		const end = at + whole.length;
		return { start: end - text.length, end, text };
	}
}
