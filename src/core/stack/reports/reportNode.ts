import { quote } from '../../../shared/ascii';
import { JsonScanner } from '../../../shared/jsonScanner';
import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { beginPieces, eventInNextPiece } from '../../common/jsonPieces';
import { digitsEnd } from '../trace/characters';
import { decoding } from '../trace/unescape';

/** JSON value with its position in the text. The end is exclusive. */
export interface ReportNode {
	readonly start: number;
	end: number;
	/** Start of the property name, including its quotation mark. -1 if the value has no name. */
	readonly name: number;
	/** Values of properties, or items of an array. Undefined for strings, numbers, and other values without children. */
	readonly children?: ReportNode[];
}

const noChildren: readonly ReportNode[] = [];

/** Locates JSON values. Ends all open values at malformed text or after `maxNodes` values. */
export function* readingNode(
	codes: Uint16Array,
	start: number,
	maxNodes: number,
): CooperativeTask<{ readonly root: ReportNode; readonly nodes: number }> {
	const root: ReportNode = { start, end: start, name: -1, children: [] };
	const open: ReportNode[] = [];
	const scanner = new JsonScanner({ strings: 'any', words: true });
	beginPieces(scanner, codes, start);
	let name = -1;
	let nodes = 0;
	while (nodes < maxNodes) {
		let event = scanner.next();
		if (event === 'more') {
			event = yield* eventInNextPiece(scanner, codes);
		}
		const top = open.at(-1);
		if (event === 'open' || event === 'value') {
			const children = event === 'open' ? { children: [] } : {};
			const node = top ? { start: scanner.start, end: scanner.end, name, ...children } : root;
			top?.children?.push(node);
			nodes++;
			name = -1;
			if (event === 'open') {
				open.push(node);
			}
		} else if (event === 'close' && top) {
			top.end = scanner.end;
			open.pop();
		} else if (event === 'key') {
			name = scanner.start;
		}
		if (event === 'more' || event === 'fault' || open.length === 0) {
			break;
		}
	}
	for (const node of open) {
		node.end = scanner.isInToken ? scanner.start : scanner.at;
	}
	return { root, nodes };
}

/** Reads values of JSON nodes. If a property is missing or has another type, the result is undefined or empty. */
export class NodeReader {
	constructor(readonly text: string) {}

	member(node: ReportNode | undefined, name: string): ReportNode | undefined {
		for (const child of this.items(node)) {
			const start = child.name + 1;
			if (start > 0 && this.text.startsWith(name, start) && this.text.charCodeAt(start + name.length) === quote) {
				return child;
			}
		}
		return undefined;
	}

	items(node: ReportNode | undefined): readonly ReportNode[] {
		return node?.children ?? noChildren;
	}

	/** Returns a string as it is written in JSON, with its escape sequences but without quotation marks. */
	literal(node: ReportNode | undefined): string {
		const isString = node !== undefined && this.text.charCodeAt(node.start) === quote;
		return isString ? this.text.slice(node.start + 1, Math.min(node.end - 1, node.start + maxStringLength)) : '';
	}

	string(node: ReportNode | undefined): string {
		const literal = this.literal(node);
		return literal.includes('\\') ? runSynchronously(decoding(literal)).text : literal;
	}

	number(node: ReportNode | undefined): number | undefined {
		const literal = this.digits(node);
		return literal === '' ? undefined : Number(literal);
	}

	/** Returns an address as a BigInt, because not all addresses fit into a JavaScript number. */
	address(node: ReportNode | undefined): bigint {
		return BigInt(this.digits(node));
	}

	isTrue(node: ReportNode | undefined): boolean {
		return node !== undefined && this.text.startsWith('true', node.start);
	}

	private digits(node: ReportNode | undefined): string {
		if (node === undefined || node.end - node.start > maxDigits) {
			return '';
		}
		return digitsEnd(this.text, node.start) === node.end ? this.text.slice(node.start, node.end) : '';
	}
}

const maxDigits = 20;
/** Maximum length of a string to copy. A line with a longer string would not be parsed. */
const maxStringLength = 16_384;
