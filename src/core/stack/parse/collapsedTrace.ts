import type { TraceContext } from '../trace/traceContext';
import { kindInTrace, partOf, type TextLine } from './textLine';

const minLength = 40;
const maxLength = 100_000;
const maxFrameLength = 1_000;
const maxOtherParts = 8;

/** Matches text that can replace a line break before a frame, a cause, or a note about elided frames. */
const lineEnd =
	/(?: |#0?12|[↵⏎␤]|<br ?\/?>)(?:#0?11)?(?:#0?11)?[ \t]{0,8}(?:&nbsp;)?(?:&nbsp;)?(?:&nbsp;)?(?:&nbsp;)?(?=at [^ ]|#\d{1,4} |Caused by:? |Suppressed: |\.{3} \d{1,7} |--- End of |---> |<asynchronous )/g;

export function mayBeCollapsed(text: string): boolean {
	if (text.length < minLength || text.length > maxLength) {
		return false;
	}
	const first = text.indexOf('at ', 5);
	return first === -1 ? text.includes('#1 ') || text.includes('#01 ') : text.indexOf('at ', first + 3) !== -1;
}

/** Returns the lines of a trace whose line breaks became spaces. Returns undefined if the line isn't such a trace. */
export function expandCollapsed(line: TextLine, context: TraceContext): readonly TextLine[] | undefined {
	const { text } = line;
	const parts: TextLine[] = [];
	let frames = 0;
	let others = 0;
	let end = text.length;
	for (const { index, 0: replaced } of [...text.matchAll(lineEnd)].reverse()) {
		const from = index + replaced.length;
		const kind = end - from > maxFrameLength ? undefined : kindInTrace(text.slice(from, end), context);
		if (kind === 'frame' || (kind === 'header' && !text.startsWith('at ', from))) {
			parts.push(partOf(line, from, end));
			frames += Number(kind === 'frame');
			end = index;
			others = 0;
		} else if (++others > maxOtherParts) {
			break;
		}
	}
	return frames > 1 ? [partOf(line, 0, end), ...parts.reverse()] : undefined;
}
