import type { Line } from '../trace/line';
import { note, type Reading, thread } from '../trace/reading';
import type { TraceContext } from '../trace/traceContext';
import { isErrorType, readExceptionHeader } from './exceptionHeader';

const crashed = 'Crashed: ';

/** Parses a thread header: `Crashed: com.apple.main-thread`, `#0. Crashed: main: 0 0 0x1`, `#1. OkHttp Dispatcher`. */
export function readListedThread({ content }: Line, context: TraceContext): Reading | undefined {
	const number = /^#?\d{1,5}\. /.exec(content)?.[0] ?? '';
	if (content.startsWith(crashed, number.length)) {
		return crashedThread(content.slice(number.length + crashed.length));
	}
	if ((number === '' && !content.startsWith('#')) || !context.listsThreads) {
		return undefined;
	}
	if (number !== '') {
		return content.includes('(') && !content.startsWith('#')
			? undefined
			: thread(content.slice(number.length), undefined);
	}
	return content.startsWith('# ') ? note : undefined;
}

function crashedThread(text: string): Reading {
	const signal = /(?:^|[\s:])((?:SIG|EXC_)[A-Z_]{2,30})\b/.exec(text.slice(0, 300));
	const type = signal?.[1];
	if (signal && type !== undefined) {
		const message = text.slice(signal.index + signal[0].length).trim();
		return {
			kind: 'header',
			header: { kind: 'signal', nesting: 'none', type, message, crashed: true },
			platform: undefined,
		};
	}
	const error = readExceptionHeader(text);
	const isError = error?.kind === 'header' && !isDottedName(text);
	return isError ? error : thread(text.replace(/: \d{1,10} \d{1,10} 0x[\da-f]{1,16}$/, ''), undefined, true);
}

/** Parses a thread name that has the form of a type name: `com.apple.NSURLConnectionLoader`. */
export function readThreadName({ content }: Line, context: TraceContext): Reading | undefined {
	return isDottedName(content) && context.listsThreads ? thread(content, undefined) : undefined;
}

function isDottedName(text: string): boolean {
	return text.includes('.') && /^[a-z][\w.-]{1,300}$/.test(text) && !isErrorType(text);
}
