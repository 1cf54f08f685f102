/**
 * Lossless JSON syntax tree. It preserves duplicate names, and all digits of numbers, which `JSON.parse` would round.
 */
export type JsonNode =
	| { readonly kind: 'object'; readonly members: readonly { readonly name: string; readonly value: JsonNode }[] }
	| { readonly kind: 'array'; readonly items: readonly JsonNode[] }
	| { readonly kind: 'string'; readonly text: string }
	/** Source text of a number, `true`, `false` or `null`. */
	| { readonly kind: 'literal'; readonly source: string };

type JsonReading =
	| { readonly kind: 'json'; readonly root: JsonNode }
	/** `at` is the offset of the error in UTF-16 code units. */
	| { readonly kind: 'fault'; readonly at: number; readonly fault: 'ended' | 'unexpected' | 'tooDeep' };

/** Maximum nesting depth. It prevents a stack overflow. The nesting in real records is less deep. */
const deepest = 500;

/** Parses JSON (RFC 8259), or returns the position of the first syntax error. */
export function readJson(text: string): JsonReading {
	const reader = new Reader(text);
	try {
		return { kind: 'json', root: reader.document() };
	} catch (error) {
		if (error instanceof Fault) {
			return { kind: 'fault', at: error.at, fault: error.fault };
		}
		throw error;
	}
}

class Fault extends Error {
	constructor(
		readonly at: number,
		readonly fault: 'ended' | 'unexpected' | 'tooDeep',
	) {
		super(fault);
	}
}

class Reader {
	private at = 0;

	constructor(private readonly text: string) {}

	document(): JsonNode {
		const root = this.value(0);
		this.space();
		if (this.at < this.text.length) {
			throw this.fault();
		}
		return root;
	}

	private value(depth: number): JsonNode {
		if (depth > deepest) {
			throw new Fault(this.at, 'tooDeep');
		}
		this.space();
		switch (this.text[this.at]) {
			case '{':
				return this.object(depth);
			case '[':
				return this.array(depth);
			case '"':
				return { kind: 'string', text: this.string() };
			default:
				return { kind: 'literal', source: this.match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y) };
		}
	}

	private object(depth: number): JsonNode {
		const members: { name: string; value: JsonNode }[] = [];
		this.at++;
		if (this.takes('}')) {
			return { kind: 'object', members };
		}
		do {
			this.space();
			if (this.text[this.at] !== '"') {
				throw this.fault();
			}
			const name = this.string();
			this.expect(':');
			members.push({ name, value: this.value(depth + 1) });
		} while (this.takes(','));
		this.expect('}');
		return { kind: 'object', members };
	}

	private array(depth: number): JsonNode {
		const items: JsonNode[] = [];
		this.at++;
		if (this.takes(']')) {
			return { kind: 'array', items };
		}
		do {
			items.push(this.value(depth + 1));
		} while (this.takes(','));
		this.expect(']');
		return { kind: 'array', items };
	}

	private string(): string {
		const start = this.at;
		this.at++;
		// Matches the text in portions of limited length, so that the regular expression can't backtrack over a
		// megabyte.
		for (;;) {
			const from = this.at;
			const control = this.skip(/[^"\\]*/y).search(/(?![\u007f-\u009f])\p{Cc}/u);
			if (control >= 0) {
				this.at = from + control;
				throw this.fault();
			}
			if (this.text[this.at] === '"') {
				this.at++;
				return JSON.parse(this.text.slice(start, this.at)) as string;
			}
			this.match(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y);
		}
	}

	private space(): void {
		this.skip(/[ \t\r\n]*/y);
	}

	private takes(character: string): boolean {
		this.space();
		const found = this.text[this.at] === character;
		this.at += found ? 1 : 0;
		return found;
	}

	private expect(character: string): void {
		if (!this.takes(character)) {
			throw this.fault();
		}
	}

	private match(pattern: RegExp): string {
		const found = this.skip(pattern);
		if (found === '') {
			throw this.fault();
		}
		return found;
	}

	private skip(pattern: RegExp): string {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0] ?? '';
		this.at += found.length;
		return found;
	}

	private fault(): Fault {
		return new Fault(this.at, this.at >= this.text.length ? 'ended' : 'unexpected');
	}
}

/** Converts an offset to a one-based line and column. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
	const before = text.slice(0, at).split('\n');
	return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
