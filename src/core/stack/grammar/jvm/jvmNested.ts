import { isDigit } from '../../../../shared/ascii';
import { digitsEnd, numberIn, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, elided, frameReading, gap, type HeaderLine, type Reading } from '../../trace/reading';
import { readExceptionHeader, splitHeader } from '../exceptionHeader';

const captions = /^(?:Caused by|Wrapped by|Suppressed|\[cause\]): /;

/** Parses the header of a nested or already printed exception: `Caused by: …`, `Suppressed: …`, `[cause]: …`. */
export function readNested(line: Line): Reading | undefined {
	const { content } = line;
	if (content.startsWith('[CIRCULAR REFERENCE')) {
		return circular(line, 0);
	}
	const caption = captions.exec(content)?.[0];
	if (caption === undefined) {
		return withoutColon(line);
	}
	if (content.startsWith('[CIRCULAR REFERENCE', caption.length)) {
		return circular(line, caption.length);
	}
	const kind = caption === 'Suppressed: ' ? 'suppressed' : 'cause';
	const header: HeaderLine = { kind, nesting: kind, ...splitHeader(content.slice(caption.length)) };
	return { kind: 'header', header, platform: content.startsWith('[') ? 'javascript' : 'jvm' };
}

function withoutColon({ content }: Line): Reading | undefined {
	const caption = 'Caused by ';
	const reading = content.startsWith(caption) ? readExceptionHeader(content.slice(caption.length)) : undefined;
	return reading?.kind === 'header'
		? { kind: 'header', header: { ...reading.header, kind: 'cause', nesting: 'cause' }, platform: 'jvm' }
		: undefined;
}

function circular(line: Line, start: number): Reading {
	const colon = line.content.indexOf(':', start);
	const frame = draftFrame('elided', line);
	if (colon !== -1) {
		frame.type = splitHeader(line.content.slice(colon + 1, -1).trim()).type;
	}
	return frameReading(frame, undefined);
}

/** Parses a note about omitted frames: `... 4 more`, `... 12 common frames omitted`, or `...` in Dart. */
export function readDots(line: Line): Reading | undefined {
	const { content } = line;
	let dots = 0;
	while (content.charCodeAt(dots) === 0x2e) {
		dots++;
	}
	const afterDots = skipBlanks(content, dots);
	if (dots < 3) {
		return undefined;
	}
	if (afterDots === content.length) {
		return gap(line);
	}
	const start = afterDots + (/^(?:skipping|and) /.exec(content.slice(afterDots, afterDots + 9))?.[0].length ?? 0);
	const end = digitsEnd(content, start);
	if (end > start && (/^ (?:more|lines matching)/.test(content.slice(end)) || content.includes('frame', end))) {
		return elided(line, numberIn(content, start, end));
	}
	return content.endsWith(' frames)')
		? elided(line, countBefore(content, content.length - ' frames)'.length))
		: undefined;
}

export function readElidedInParentheses(line: Line): Reading | undefined {
	const caption = '(elided ';
	const { content } = line;
	if (!content.startsWith(caption)) {
		return undefined;
	}
	const end = digitsEnd(content, caption.length);
	return elided(line, numberIn(content, caption.length, end) ?? 1);
}

function countBefore(text: string, end: number): number | undefined {
	let start = end;
	while (start > 0 && isDigit(text.charCodeAt(start - 1))) {
		start--;
	}
	return numberIn(text, start, end);
}
