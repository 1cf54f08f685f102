import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../../common/ascii';
import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { isScalarByte } from '../../common/jsonTokens';
import { digitsEnd } from '../trace/characters';
import { Pieces } from '../trace/pieces';
import { decoding } from '../trace/unescape';

/** JSON value with its position in a text. The end position is exclusive. */
export interface ReportNode {
	readonly start: number;
	end: number;
	/** Start of the property name, including its quotation mark. -1 if the value has no name. */
	readonly name: number;
	/** Property values or array items. Undefined for strings, numbers and other values without children. */
	readonly children?: ReportNode[];
}

const noChildren: readonly ReportNode[] = [];

/**
 * Locates the values in JSON. If the text is malformed or truncated, reads only up to the error. All values that are
 * still open end there. Uses a loop instead of recursion, because call stacks in JSON can be nested thousands of levels
 * deep.
 * @param maxNodes Maximum number of values. The text after these values is not read.
 */
export function* readingNode(
	text: string,
	start: number,
	maxNodes: number,
): CooperativeTask<{ readonly root: ReportNode; readonly nodes: number }> {
	const pieces = new Pieces();
	const root: ReportNode = { start, end: start, name: -1, children: [] };
	const open: ReportNode[] = [root];
	let name = -1;
	let expectsName = text.charCodeAt(start) === openBrace;
	let expectsValue = !expectsName;
	let nodes = 1;
	let at = start + 1;
	for (let top: ReportNode | undefined = root; top !== undefined && nodes < maxNodes; top = open.at(-1)) {
		at = spaceEnd(text, at);
		const from = at;
		const code = text.charCodeAt(at);
		const isObject = text.charCodeAt(top.start) === openBrace;
		if (code === openBrace || code === openBracket) {
			if (!expectsValue) {
				break;
			}
			const node: ReportNode = { start: at, end: at, name, children: [] };
			top.children?.push(node);
			open.push(node);
			nodes++;
			name = -1;
			expectsName = code === openBrace;
			expectsValue = !expectsName;
			at++;
		} else if (code === (isObject ? closeBrace : closeBracket)) {
			at++;
			top.end = at;
			open.pop();
			expectsName = false;
			expectsValue = false;
		} else if (code === comma && !expectsName && !expectsValue) {
			expectsName = isObject;
			expectsValue = !isObject;
			at++;
		} else if (code === colon && name !== -1 && !expectsValue) {
			expectsValue = true;
			at++;
		} else if (expectsName || expectsValue) {
			const end = code === quote ? stringEnd(text, at + 1) : scalarEnd(text, at);
			if (end === at || (expectsName && code !== quote)) {
				break;
			}
			if (expectsName) {
				name = at;
				expectsName = false;
			} else {
				top.children?.push({ start: at, end, name });
				nodes++;
				name = -1;
				expectsValue = false;
			}
			at = end;
		} else {
			break;
		}
		if (pieces.ends(at - from) && (yield)) {
			break;
		}
	}
	for (const node of open) {
		node.end = at;
	}
	return { root, nodes };
}

function spaceEnd(text: string, start: number): number {
	let index = start;
	while (index < text.length && text.charCodeAt(index) <= 0x20) {
		index++;
	}
	return index;
}

/** Returns the index after the closing quotation mark or, for a truncated string, before the opening quotation mark. */
function stringEnd(text: string, start: number): number {
	for (let index = start; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code === quote) {
			return index + 1;
		}
		if (code === backslash) {
			index++;
		}
	}
	return start - 1;
}

function scalarEnd(text: string, start: number): number {
	let index = start;
	while (index < text.length && isScalarByte(text.charCodeAt(index))) {
		index++;
	}
	return index;
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

	/** Returns the items of an array, or the property values of an object. */
	items(node: ReportNode | undefined): readonly ReportNode[] {
		return node?.children ?? noChildren;
	}

	/** Returns the text of a string as it is in the JSON: with escape sequences but without quotation marks. */
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

	/** Returns an address as a BigInt, because addresses can exceed the range of exact JavaScript numbers. */
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
/** Maximum length of a string to copy. Lines with longer strings would not be parsed. */
const maxStringLength = 16_384;
