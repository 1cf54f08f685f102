import { openBrace } from '../../shared/ascii';
import { JsonScanner } from '../../shared/jsonScanner';

const maxDepth = 8;

/** Offsets in a text, in UTF-16 code units. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

export interface PlacedValue extends TextRange {
	/** Undefined for an object or array. */
	readonly value?: string | number | boolean | null;
	readonly items?: readonly PlacedValue[];
	readonly members?: ReadonlyMap<string, PlacedMember>;
}

export interface PlacedMember {
	readonly key: TextRange;
	readonly node: PlacedValue;
}

export class PlacedFault extends Error {
	/** @param duplicate Name that an object has twice. Undefined if the text is not JSON */
	constructor(
		readonly at: TextRange,
		readonly duplicate?: string,
	) {
		super('invalid JSON');
	}
}

interface OpenContainer {
	readonly items: PlacedValue[];
	readonly members: Map<string, PlacedMember>;
	key: (TextRange & { readonly name: string }) | undefined;
}

/**
 * Parses JSON without losing the places of values. Maps are used so that `__proto__` is not special.
 * @throws PlacedFault if the text is invalid or nested too deeply, or if a name is repeated
 */
export function parsePlacedJson(text: string): PlacedValue {
	const scanner = new JsonScanner({ maxDepth });
	scanner.push(Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)));
	const open: OpenContainer[] = [newContainer()];
	for (;;) {
		const next = scanner.next();
		const event = next === 'more' ? scanner.finish() : next;
		const { start, end } = scanner;
		const container = open.at(-1) ?? newContainer();
		switch (event) {
			case 'open':
				open.push(newContainer());
				break;
			case 'key':
				container.key = { start, end, name: JSON.parse(text.slice(start, end)) };
				break;
			case 'value':
				add(container, { start, end, value: JSON.parse(text.slice(start, end)) });
				break;
			case 'close': {
				open.pop();
				const { items, members } = container;
				const content = text.charCodeAt(start) === openBrace ? { members } : { items };
				add(open.at(-1), { start, end, ...content });
				break;
			}
			case 'more':
			case 'fault': {
				const [root] = open[0]?.items ?? [];
				if (event === 'more' && root && scanner.isComplete) {
					return root;
				}
				const at = event === 'more' ? text.length : start;
				throw new PlacedFault({ start: at, end: Math.min(at + 1, text.length) });
			}
		}
	}
}

function newContainer(): OpenContainer {
	return { items: [], members: new Map(), key: undefined };
}

function add(container: OpenContainer | undefined, node: PlacedValue): void {
	const { key } = container ?? {};
	if (!container || !key) {
		container?.items.push(node);
		return;
	}
	if (container.members.has(key.name)) {
		throw new PlacedFault(key, key.name);
	}
	container.members.set(key.name, { key, node });
	container.key = undefined;
}
