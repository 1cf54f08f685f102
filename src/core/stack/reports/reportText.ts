import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { decoding, entryAt, type Unescaped } from '../trace/unescape';
import type { NodeReader, ReportNode } from './reportNode';

/** Matches characters that would start a new line or be invisible. */
const control = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Plain text of a crash report, built from values of a JSON report. The text has the layout of Apple's crash reports,
 * which the grammars parse. Each copied value retains its position in the JSON, so that frames can be linked there.
 */
export class ReportText {
	private readonly parts: string[] = [];
	/** Copied values: three numbers each, the start in the text, the start in the JSON, and the length in the JSON. */
	private readonly copies: number[] = [];
	/** Offsets in copied values with escape sequences, by the start in the text. */
	private readonly escaped = new Map<number, Unescaped['sourceOffset']>();
	private length = 0;

	constructor(
		readonly reader: NodeReader,
		start: number,
	) {
		this.moveTo(start);
	}

	/** Adds text that isn't copied from the JSON. Its position is the end of the value copied last. */
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

	/** Copies a string with several lines, of any length. */
	*copyLines(node: ReportNode): CooperativeTask<void> {
		const decoded = yield* decoding(this.reader.text.slice(node.start + 1, node.end - 1));
		this.copyEscaped(node, decoded, true);
	}

	/** Sets the position of text that isn't copied. */
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
