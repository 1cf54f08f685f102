import type { Line } from '../../trace/line';
import { frameReading, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { pythonFrame, readTracebackEnd } from './python';

const title = /^_{3,200} \S.{0,300} _{3,200}$/;
/** Matches a section title after a failed test: `==== short test summary info ====`, `---- Captured log ----`. */
const otherTitle = /^(={3,200}|-{3,200}) \S.{0,300} \1$/;
const place = /^(\S.{0,1000}\.pyx?):(\d{1,9}):(?: in (\S.{0,300})| [\w.]{1,300})?$/;
const definition = /^(?:> {1,40})?(?:async )?def (\w{1,200})\(/;

export function readTestTitle({ content }: Line, context: TraceContext): Reading | undefined {
	if (!title.test(content) || !context.isTestReport) {
		return undefined;
	}
	context.failedTest = { method: undefined };
	return { kind: 'lateHeader', role: 'exception' };
}

/** Parses a line about a failed test: `shop/cart.py:31: ValueError`, `E   ValueError: no cart`, or a line of code. */
export function readFailedTest(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const { failedTest } = context;
	if (!failedTest || title.test(content)) {
		return undefined;
	}
	if (otherTitle.test(content)) {
		context.failedTest = undefined;
		return { kind: 'reportLine', error: undefined };
	}
	if (content.startsWith('E  ')) {
		return { kind: 'reportLine', error: errorIn(content.slice(1).trimStart()) };
	}
	const found = place.exec(content);
	if (found) {
		const [, file = '', number = '', method = failedTest.method] = found;
		return frameReading(pythonFrame(line, file, Number(number), method, file.length + 1 + number.length), 'python');
	}
	failedTest.method = definition.exec(content)?.[1] ?? failedTest.method;
	return { kind: 'reportLine', error: undefined };
}

function errorIn(text: string): { type: string; message: string } | undefined {
	return text.startsWith('assert ') ? { type: 'AssertionError', message: text } : readTracebackEnd(text);
}
