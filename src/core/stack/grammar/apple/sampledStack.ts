import { closeBracket, closeParenthesis, isDigit, star } from '../../../../shared/ascii';
import { addedOffsetStart, digitsEnd, getOpening, isBlank, numberIn, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import {
	draftFrame,
	type FrameDraft,
	frameReading,
	linkPart,
	note,
	type Reading,
	setColumn,
	setLine,
	thread,
} from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setAppleSymbol } from './appleFrame';

/** Matches the address, the reason why the thread is blocked, and the range of samples: `[0x1a2b] 1-49`. */
const addressAtEnd = / \[(0x[\da-f]{1,16})\](?: \([^()]{1,300}\))?(?: \d{1,9}(?:-\d{1,9})?)?$/;
const maxTailLength = 400;

/** Matches the source file before the image: `Cart.swift:31,9 in Shop`. Generated code has no line number. */
const sourceInImage = /^([^:]{1,300}\.\w{1,6})(?::(\d{1,9})(?:,(\d{1,9}))?)? in /;

/**
 * Parses a frame of a report with sampled stacks:
 * `49  Cart.total() + 35 (Cart.swift:31,9 in Shop + 17460) [0x10772db33]`. Ignores kernel frames, which start with an
 * asterisk, because they aren't part of the app's stack.
 */
export function readSampledFrame(line: Line): Reading | undefined {
	const { content } = line;
	const countStart = content.charCodeAt(0) === star ? 1 : 0;
	const countEnd = digitsEnd(content, countStart);
	const start = skipBlanks(content, countEnd);
	const last = content.charCodeAt(content.length - 1);
	if (
		countEnd === countStart ||
		start === countEnd ||
		!(last === closeBracket || last === closeParenthesis || isDigit(last))
	) {
		return undefined;
	}
	const [tail = '', address] = content.includes(' [0x') ? (addressAtEnd.exec(content.slice(-maxTailLength)) ?? []) : [];
	const end = content.length - tail.length;
	const open = content.charCodeAt(end - 1) === closeParenthesis ? getOpening(content, end - 1) : -1;
	const isUnknown = content.slice(start, end) === '???';
	const isPlaced = open > start && isBlank(content.charCodeAt(open - 1));
	if (address === undefined || (!isPlaced && !isUnknown)) {
		return undefined;
	}
	if (countStart > 0) {
		return note;
	}
	const frame = draftFrame('native', line);
	const { name, offset } = isUnknown ? { name: '???' } : readImage(frame, line, open + 1, end - 1);
	frame.module = name;
	frame.image = { name, address, ...(offset === undefined ? {} : { offset }) };
	frame.samples = { count: numberIn(content, countStart, countEnd) ?? 0, depth: line.start + countStart };
	const symbol = content.slice(start, isUnknown ? end : addedOffsetStart(content, open - 1));
	if (symbol !== '???') {
		setAppleSymbol(frame, line, start, symbol, name);
	}
	return frameReading(frame, 'apple');
}

/** Parses the image of a frame and its optional source location: `Shop + 17460`, `Cart.swift:31,9 in Shop + 17460`. */
function readImage(
	frame: FrameDraft,
	line: Line,
	start: number,
	end: number,
): { readonly name: string; readonly offset?: number | undefined } {
	const { content } = line;
	const nameEnd = addedOffsetStart(content, end);
	const offset = nameEnd < end ? numberIn(content, nameEnd + ' + '.length, end) : undefined;
	const text = content.slice(start, nameEnd);
	const [caption = '', file, number, column] = sourceInImage.exec(text) ?? [];
	if (file !== undefined) {
		frame.file = file;
		setLine(frame, number === undefined ? undefined : Number(number));
		setColumn(frame, column === undefined ? undefined : Number(column));
		linkPart(frame, line, start, start + (number === undefined ? file : `${file}:${number}`).length);
	}
	return { name: text.slice(caption.length), offset };
}

const caption = /^(?:Event|Action taken|CPU|Writes|Wakeups|Duration|Powerstats for): |^Heaviest stack |^Thread 0x/;
const event = /^Event: {6,20}(\S[^(]{0,80})(?: \(|$)/;
const measure = /^(?:CPU|Writes|Wakeups|Duration): {4,20}(\S.{0,300})$/;
const sampledThread = /^(Thread 0x[\da-f]{1,16}(?: {1,8}\S.{0,300})?) {2,8}\d{1,9} samples? \(/;

/** Parses a line above the stacks of a report with sampled stacks: `Event:            cpu usage`. */
export function readSampledReport({ content }: Line, context: TraceContext): Reading | undefined {
	if (!context.samplesStacks || !caption.test(content)) {
		return undefined;
	}
	const [, type] = event.exec(content) ?? [];
	if (type !== undefined) {
		return { kind: 'header', header: { kind: 'signal', nesting: 'none', type, message: '' }, platform: 'apple' };
	}
	if (content.startsWith('Action taken: ')) {
		return { kind: 'headerDetail', message: '' };
	}
	const [, measured] = measure.exec(content) ?? [];
	if (measured !== undefined) {
		return { kind: 'headerDetail', message: measured };
	}
	if (/^Heaviest stack for the .{1,60}:$/.test(content)) {
		return thread(content.slice(0, -1), 'apple', true);
	}
	if (content.startsWith('Powerstats for: ')) {
		return thread(content.replace(/: {1,20}/, ' '), 'apple');
	}
	const [, name] = sampledThread.exec(content) ?? [];
	return name === undefined ? undefined : thread(name.trimEnd(), 'apple');
}
