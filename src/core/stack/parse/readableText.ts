import { getLines } from '../../../shared/lines';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { isHtmlEscaped } from '../trace/htmlEntities';
import { Pieces } from '../trace/pieces';
import { TraceContext, type TraceHint } from '../trace/traceContext';
import { composed, type Unescaped, unescaping } from '../trace/unescape';
import { expandCollapsed, mayBeCollapsed } from './collapsedTrace';
import { beginsWithColor, hasColors, withoutColors } from './colors';
import { isMarkedPart, undecorating } from './decorations';
import { joinParts } from './joinedParts';
import { isPrefixedPart, readingLogLines } from './logLines';
import type { TextLine } from './textLine';

const maxQuickLength = 65_536;

export function hasPlainLines(text: string, hint?: TraceHint): boolean {
	return (
		text.length <= maxQuickLength &&
		!text.includes('\\n') &&
		!hasColors(text) &&
		!(text.includes('&') && isHtmlEscaped(text)) &&
		(text.includes('\n') || !mayBeCollapsed(text)) &&
		!hasPrefix(text, 0, text.length, hint)
	);
}

/** Decodes escape sequences. Removes colors, log prefixes, and marks such as `>` from the lines of a trace. */
export function* readableText(text: string, hint?: TraceHint): CooperativeTask<Unescaped> {
	const unescaped = yield* unescaping(text);
	const plain = withoutColors(unescaped.text);
	const colorless: Unescaped =
		plain.text === unescaped.text ? unescaped : { text: plain.text, sourceOffset: composed(unescaped, plain) };
	const lines = yield* readableLines(plain.text, hint);
	if (!lines) {
		return colorless;
	}
	const joined = joinParts(lines, '\n');
	return { text: joined.text, sourceOffset: composed(colorless, joined) };
}

function* readableLines(text: string, hint: TraceHint | undefined): CooperativeTask<readonly TextLine[] | undefined> {
	const isOneLine = !text.includes('\n') && !text.includes('\r');
	const context = new TraceContext(text, hint);
	const only: TextLine = { text, start: 0 };
	const expanded = isOneLine && mayBeCollapsed(text) ? expandCollapsed(only, context) : undefined;
	if (!(yield* findingPrefix(text, hint))) {
		return expanded;
	}
	const lines = expanded ?? [...getLines(text)].map(({ line, start }) => ({ text: line, start }));
	const bare = yield* undecorating(yield* readingLogLines(yield* undecorating(lines, context), context), context);
	const isChanged = bare.length !== lines.length || bare.some((line, index) => line.text !== lines[index]?.text);
	return isChanged ? bare : expanded;
}

function* findingPrefix(text: string, hint: TraceHint | undefined): CooperativeTask<boolean> {
	const pieces = new Pieces();
	for (let start = 0; start < text.length; ) {
		const end = Math.min(text.length, start + maxQuickLength);
		const lineEnd = text.indexOf('\n', end);
		const next = lineEnd === -1 ? text.length : lineEnd + 1;
		if (hasPrefix(text, start, next, hint)) {
			return true;
		}
		if (pieces.ends(next - start) && (yield)) {
			return false;
		}
		start = next;
	}
	return false;
}

function hasPrefix(text: string, from: number, to: number, hint: TraceHint | undefined): boolean {
	const context = new TraceContext('', hint);
	for (let start = from; start < to; ) {
		const lineEnd = text.indexOf('\n', start);
		const end = lineEnd === -1 ? text.length : lineEnd;
		// A mark or prefix and other text have at least two characters.
		if (end - start > 1) {
			const line = text.slice(start, end);
			if (isMarkedPart(line, context) || isPrefixedPart(line, context) || beginsWithColor(line)) {
				return true;
			}
		}
		start = end + 1;
	}
	return false;
}
