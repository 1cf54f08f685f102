import type { Line } from '../../trace/line';
import { draftFrame, linkPart, type Reading, setLine } from '../../trace/reading';
import { readExceptionHeader } from '../exceptionHeader';

interface Form {
	/** Matches the text before the file name. If that text contains the line number, the number is the first group. */
	readonly begin: RegExp;
	readonly afterFile: string;
	readonly order: 'file first' | 'message first';
}

const forms: readonly Form[] = [
	{ begin: /^File: /, afterFile: ' - Line ', order: 'file first' },
	{ begin: /^(?=(?:https?|file|capacitor|ionic|app|content):\/)/, afterFile: ': Line ', order: 'file first' },
	{ begin: /^\[[\w:/.]{0,80}CONSOLE[:(](\d{1,9})\)?\] "/, afterFile: '", source: ', order: 'message first' },
];

/** Parses a web view's uncaught error, including its location: `File: https://shop/a.js - Line 4 - Msg: …`. */
export function readConsoleError(line: Line): Reading | undefined {
	for (const { begin, afterFile, order } of forms) {
		const found = begin.exec(line.content);
		const start = found?.[0].length ?? 0;
		const end = found ? line.content.lastIndexOf(afterFile) : -1;
		if (end >= start && end !== -1) {
			return order === 'file first'
				? fileFirst(line, start, end, end + afterFile.length)
				: messageFirst(line, start, end, end + afterFile.length);
		}
	}
	return undefined;
}

function fileFirst(line: Line, start: number, end: number, numberAt: number): Reading | undefined {
	const rest = /^(\d{1,9})(?: - Msg: | : )/.exec(line.content.slice(numberAt, numberAt + 20));
	return rest
		? reading(line, { start, end, number: rest[1] }, line.content.slice(numberAt + rest[0].length))
		: undefined;
}

function messageFirst(line: Line, start: number, end: number, fileAt: number): Reading | undefined {
	const open = line.content.lastIndexOf(' (');
	const number = /^ \((\d{1,9})\)$/.exec(line.content.slice(open))?.[1];
	return open > fileAt
		? reading(line, { start: fileAt, end: open, number }, line.content.slice(start, end))
		: undefined;
}

interface FilePlace {
	readonly start: number;
	readonly end: number;
	readonly number: string | undefined;
}

function reading(line: Line, { start, end, number }: FilePlace, text: string): Reading | undefined {
	const head = readExceptionHeader(text);
	const isUncaught = text.startsWith('Uncaught ');
	if (number === undefined || (head?.kind !== 'header' && !isUncaught)) {
		return undefined;
	}
	const frame = draftFrame('javascript', line);
	frame.file = line.content.slice(start, end);
	setLine(frame, Number(number));
	linkPart(frame, line, start, end);
	const header =
		head?.kind === 'header'
			? head.header
			: { kind: 'exception' as const, nesting: 'none' as const, type: '', message: text.slice('Uncaught '.length) };
	return { kind: 'headedFrame', header, frame, platform: 'javascript' };
}
