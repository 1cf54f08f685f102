import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { decoding, entryAt, type Unescaped } from '../trace/unescape';
import type { NodeReader, ReportNode } from './reportNode';

/** Matches characters that would be invisible or start a new line. */
const control = /[\p{Cc}\u2028\u2029]/gu;

/** Text in the layout of Apple's reports. It records the positions of its values in the JSON for links. */
export class ReportText {
	private readonly parts: string[] = [];
	/** Three numbers for each copied value: its start in this text, its start in the JSON, and its length in the JSON. */
	private readonly copies: number[] = [];
	/** Functions that convert offsets in values with escape sequences. The key is the start of the value in this text. */
	private readonly escaped = new Map<number, Unescaped['sourceOffset']>();
	private length = 0;

	constructor(
		readonly reader: NodeReader,
		start: number,
	) {
		this.moveTo(start);
	}

	/**
	 * Adds generated text, which isn't copied from the JSON. It is attributed to the end of the value that was copied
	 * last.
	 */
	add(text: string): void {
		this.parts.push(text);
		this.length += text.length;
	}

	line(text: string): void {
		this.add(`${withoutControls(text)}\n`);
	}

	copy(node: ReportNode): void {
		const literal = this.reader.literal(node);
		if (literal.includes('\\')) {
			this.copyEscaped(node, runSynchronously(decoding(literal)), false);
		} else {
			this.copies.push(this.length, node.start + 1, literal.length);
			this.add(withoutControls(literal));
		}
	}

	*copyLines(node: ReportNode): CooperativeTask<void> {
		const decoded = yield* decoding(this.reader.text.slice(node.start + 1, node.end - 1));
		this.copyEscaped(node, decoded, true);
	}

	/** Sets the JSON position of the generated text that follows. Copied text has the position of its source. */
	moveTo(source: number): void {
		this.copies.push(this.length, source, 0);
	}

	finish(end: number): { readonly text: string; readonly sourceOffset: (offset: number) => number } {
		this.moveTo(end);
		const { copies, escaped } = this;
		const sourceOffset = (offset: number) => {
			const copy = entryAt(copies, 3, offset);
			const [start = 0, source = 0, length = 0] = [copies[copy], copies[copy + 1], copies[copy + 2]];
			const inCopy = offset - start;
			return source + Math.min(length, escaped.get(start)?.(inCopy) ?? inCopy);
		};
		return { text: this.parts.join(''), sourceOffset };
	}

	private copyEscaped(node: ReportNode, { text, sourceOffset }: Unescaped, keepsLines: boolean): void {
		this.escaped.set(this.length, sourceOffset);
		this.copies.push(this.length, node.start + 1, node.end - node.start - 2);
		this.add(keepsLines ? text : withoutControls(text));
	}
}

export function withoutControls(text: string): string {
	return text.replace(control, ' ');
}
