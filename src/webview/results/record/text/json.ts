import { JsonScanner } from '../../../../shared/jsonScanner';

/** JSON syntax tree. Preserves duplicate names and all digits of numbers, which `JSON.parse` would round. */
export type JsonNode =
	| { readonly kind: 'object'; readonly members: readonly { readonly name: string; readonly value: JsonNode }[] }
	| { readonly kind: 'array'; readonly items: readonly JsonNode[] }
	| { readonly kind: 'string'; readonly text: string }
	/** Source text of a number, `true`, `false` or `null`. */
	| { readonly kind: 'literal'; readonly source: string };

type JsonReading =
	| { readonly kind: 'json'; readonly root: JsonNode }
	/** Syntax error. `at` is its offset in UTF-16 code units. */
	| { readonly kind: 'fault'; readonly at: number; readonly fault: 'ended' | 'unexpected' | 'tooDeep' };

/** Maximum nesting depth, which prevents a stack overflow. Real records have fewer levels. */
const deepest = 500;

const quote = 0x22;
const openBrace = 0x7b;

type Container =
	| { readonly kind: 'object'; readonly members: { readonly name: string; readonly value: JsonNode }[] }
	| { readonly kind: 'array'; readonly items: JsonNode[] };

/** Parses JSON (RFC 8259). For invalid JSON, returns the position of the first syntax error. */
export function readJson(text: string): JsonReading {
	const scanner = new JsonScanner({ maxDepth: deepest });
	scanner.push(codeUnits(text));
	const tree = new JsonTree(text);
	for (;;) {
		const next = scanner.next();
		const event = next === 'more' ? scanner.finish() : next;
		if (event === 'fault') {
			const isTooDeep = scanner.depth === deepest && /[[{]/.test(text.charAt(scanner.at));
			return { kind: 'fault', at: scanner.at, fault: isTooDeep ? 'tooDeep' : 'unexpected' };
		}
		if (event === 'more') {
			const { root } = tree;
			return root && scanner.isComplete ? { kind: 'json', root } : { kind: 'fault', at: text.length, fault: 'ended' };
		}
		tree.take(event, scanner);
	}
}

class JsonTree {
	root: JsonNode | undefined;
	private readonly open: Container[] = [];
	private name = '';

	constructor(private readonly text: string) {}

	take(event: 'open' | 'close' | 'key' | 'value', { start, end, first }: JsonScanner): void {
		const source = this.text.slice(start, end);
		if (event === 'key') {
			this.name = JSON.parse(source) as string;
		} else if (event === 'value') {
			this.add(first === quote ? { kind: 'string', text: JSON.parse(source) as string } : { kind: 'literal', source });
		} else if (event === 'open') {
			const container: Container = first === openBrace ? { kind: 'object', members: [] } : { kind: 'array', items: [] };
			this.add(container);
			this.open.push(container);
		} else {
			this.open.pop();
		}
	}

	private add(value: JsonNode): void {
		const around = this.open.at(-1);
		this.root ??= value;
		if (around?.kind === 'object') {
			around.members.push({ name: this.name, value });
		} else {
			around?.items.push(value);
		}
	}
}

function codeUnits(text: string): Uint16Array {
	const units = new Uint16Array(text.length);
	for (let index = 0; index < units.length; index++) {
		units[index] = text.charCodeAt(index);
	}
	return units;
}

export function lineAndColumn(text: string, at: number): { line: number; column: number } {
	const before = text.slice(0, at).split('\n');
	return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
