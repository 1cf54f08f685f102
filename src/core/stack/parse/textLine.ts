import { getLine } from '../trace/line';
import type { TraceContext } from '../trace/traceContext';
import { readLine } from './readLine';

/** Line of text, or its part after a prefix. */
export interface TextLine {
	readonly text: string;
	readonly start: number;
}

export function partOf({ text, start }: TextLine, from: number, to: number): TextLine {
	return { text: text.slice(from, to), start: start + from };
}

/** Returns the kind of a line regardless of the lines around it, or undefined if it isn't part of a trace. */
export function kindInTrace(text: string, context: TraceContext): 'frame' | 'header' | 'note' | undefined {
	const line = getLine(0, text, context.hasMargin);
	const kind = line.content === '' ? undefined : readLine(line, context)?.kind;
	if (kind === undefined || kind === 'boundary' || kind === 'headerDetail' || kind === 'text') {
		return undefined;
	}
	return kind === 'frame' || kind === 'header' ? kind : 'note';
}
