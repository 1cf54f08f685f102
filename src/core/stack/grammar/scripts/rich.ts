import type { Line } from '../../trace/line';
import { frameReading, note, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { pythonFrame } from './python';

const title = /^[╭┌+][─-]{1,300} Traceback \(most recent call last\) [─-]{1,300}[╮┐+]$/;
// The input has at most 1,400 characters (`maxLineLength`).
const place = /^(\S.{0,1000}\.pyx?):(\d{1,9}) in (\S.{0,300}?)(?:\s+[│|])?$/;
const maxLineLength = 1400;

export function readBoxTitle({ content }: Line): Reading | undefined {
	return content.includes(' Traceback (') && title.test(content)
		? { kind: 'lateHeader', role: 'exception' }
		: undefined;
}

/** Parses a frame in a box drawn by Rich: `│ /app/cart.py:31 in total │`. */
export function readBoxedFrame(line: Line): Reading | undefined {
	const { content } = line;
	const found = content.includes('.py') && content.length <= maxLineLength ? place.exec(content) : null;
	if (!found) {
		return undefined;
	}
	const [, file = '', number = '', method = ''] = found;
	return frameReading(pythonFrame(line, file, Number(number), method, file.length + 1 + number.length), 'python');
}

export function readBoxBorder(context: TraceContext): Reading | undefined {
	return context.sectionPlatform === 'python' ? note : undefined;
}
