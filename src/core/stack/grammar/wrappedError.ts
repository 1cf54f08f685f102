import { lastPart } from '../trace/frameLabel';

interface Title {
	readonly type: string;
	readonly message: string;
}

/** Exception types that wrap an error from another language. The wrapper's message contains the original error. */
const wrappers: ReadonlySet<string> = new Set([
	'JavascriptException',
	'JSException',
	'CppException',
	'RCTFatalException',
	'JavaProxyThrowable',
	'PyException',
	'FlutterError',
]);
const maxWrappers = 4;

/** Returns the error inside a wrapper, because all wrapped errors would otherwise have the same type. */
export function unwrapped(title: Title): Title {
	let current = withoutEngine(title);
	for (let level = 0; level < maxWrappers; level++) {
		const inner = innerTitle(current);
		if (!inner) {
			break;
		}
		current = inner;
	}
	return current;
}

function innerTitle({ type, message }: Title): Title | undefined {
	const signal = message.startsWith('signal ') ? /^signal \d{1,3} \((SIG[A-Z]{2,8})\),? ?(.*)$/.exec(message) : null;
	if (signal && lastPart(type) === 'Error') {
		return { type: signal[1] ?? '', message: signal[2] ?? '' };
	}
	const caption = /^(?:Unhandled JS Exception|Uncaught \(in promise\)): /.exec(message)?.[0] ?? '';
	if (caption === '' && !wrappers.has(lastPart(type))) {
		return undefined;
	}
	const inner = /^\[?([\w$.+`]{1,300})\]?(?:: |$)|^Invariant Violation: /.exec(message.slice(caption.length));
	const name = inner?.[1] ?? 'Invariant Violation';
	return inner && isErrorName(name)
		? { type: name, message: message.slice(caption.length + inner[0].length) }
		: undefined;
}

function isErrorName(name: string): boolean {
	return (
		/(?:Exception|Error|Throwable|Failure|Violation)$/.test(name) || /\.[A-Z]\w*$/.test(name) || name === 'RCTFatal'
	);
}

function withoutEngine({ type, message }: Title): Title {
	return message.includes(', js engine: ') || message.endsWith(', stack:')
		? { type, message: message.replace(/(?:, js engine: \w{1,20}(?:, stack:)?|, stack:)$/, '') }
		: { type, message };
}
