import { closeBracket, colon } from '../../../../shared/ascii';
import { digitsEnd, digitsStart, numberIn, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, note, type Reading, thread } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setPlace } from '../native/cppFrame';
import { setAppleSymbol } from './appleFrame';

/** Text before the image name in a call graph. In `atos` output, only one space precedes the parenthesis. */
const imageMark = '  (in ';
const branches = /^[+!:| ]{0,300}/;
const site =
	/^ {2}\(in ([^()]{1,200})\) {1,2}(?:load address 0x[\da-f]{1,16} )?\+ [\da-fx,.]{1,80} {2}\[(0x[\da-f]{1,16})[^\]]{0,200}\](?: {2}(\S[^:]{0,300}:\d{1,9}))?$/;

/** Parses a call graph line of the `sample` tool: `+ ! 2701 Cart.total() (in Shop) + 44 [0x104e1] Cart.swift:31`. */
export function readCallGraphFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const end = content.length;
	const mayEnd =
		content.charCodeAt(end - 1) === closeBracket || content.charCodeAt(digitsStart(content, end) - 1) === colon;
	const mark = mayEnd ? content.indexOf(imageMark) : -1;
	const [, image, address = '', place] = mark === -1 ? [] : (site.exec(content.slice(mark)) ?? []);
	if (image === undefined) {
		return undefined;
	}
	const count = branches.exec(content)?.[0].length ?? 0;
	const countEnd = digitsEnd(content, count);
	const start = skipBlanks(content, countEnd);
	if (countEnd === count || start === countEnd || start >= mark) {
		return undefined;
	}
	if (context.isSummary) {
		return note;
	}
	const frame = draftFrame('native', line);
	frame.module = image;
	frame.image = { name: image, address };
	frame.samples = { count: numberIn(content, count, countEnd) ?? 0, depth: line.start + count };
	if (place !== undefined) {
		setPlace(frame, line, end - place.length, end);
	}
	const symbol = content.slice(start, mark);
	if (symbol !== '???') {
		setAppleSymbol(frame, line, start, symbol, image);
	}
	return frameReading(frame, 'apple');
}

/** Parses the line above a thread's call graph: `2763 Thread_12345 DispatchQueue_1: com.apple.main-thread (serial)`. */
export function readCallGraphThread({ content }: Line): Reading | undefined {
	const name = /^\d{1,9} (Thread_[\da-fx]{1,18}(?:[: ].{0,300})?)$/i.exec(content)?.[1];
	return name === undefined ? undefined : thread(name, 'apple');
}

/** Parses the title of a call graph or of its summary. A summary lists functions but contains no stack. */
export function readCallGraphTitle({ content }: Line, context: TraceContext): Reading | undefined {
	const isSummary = content.startsWith('Total number in stack (') || content.startsWith('Sort by top of stack');
	if (!isSummary && content !== 'Call graph:') {
		return undefined;
	}
	context.isSummary = isSummary;
	return note;
}
