import { openBracket } from '../../../shared/ascii';
import { isUpper, isWord } from '../trace/characters';
import type { HeaderLine, Reading } from '../trace/reading';
import { unwrapped } from './wrappedError';

const maxTypeLength = 300;

const prefix =
	/^(?:\[|\{ |\|- |\(node:\d{1,10}\) |(?:error: )?bundling failed: )?(?:Uncaught (?:\(in promise\) |Kotlin exception: )?|Unhandled (?:(?:JS )?Exception: |exception[.:] |(?:promise rejection|(?:Promise )?Rejection): )|(?:FATAL UNHANDLED EXCEPTION|(?:Non-f|F)atal Exception|UnhandledPromiseRejectionWarning|Exception Info): |STACK_TRACE=|Autoconnected Player )?/;

const ending = /(?:Exception|Error|Throwable|Failure|Fault|Violation|Interrupt)$/;

export function readExceptionHeader(text: string): Reading | undefined {
	const managed = text.startsWith(unhandledManaged) ? typeAtEnd(text) : undefined;
	if (managed) {
		return { kind: 'header', header: { kind: 'exception', nesting: 'none', ...managed }, platform: 'dotnet' };
	}
	const start = titleStart(text);
	const isBracketed = start > 0 && (text.startsWith('[') || text.charCodeAt(start - 1) === openBracket);
	const content = isBracketed && text.endsWith(']') ? text.slice(0, -1) : text;
	const end = typeEnd(content, start);
	if (end === start || end - start > maxTypeLength) {
		return undefined;
	}
	const type = content.slice(start, end);
	const next = content.charCodeAt(end);
	const dot = type.lastIndexOf('.');
	const ended = end === content.length || (next === 0x3a && endsOrBlank(content, end + 1));
	const certain = ended
		? ending.test(type) || (dot > 0 && !isBracketed && isQualified(type, dot)) || (type === 'Warning' && start > 0)
		: next === 0x20 && ending.test(type) && !/^[A-Z][a-z]+$/.test(type) && !startsSentence(content, end);
	if (!certain) {
		return undefined;
	}
	const header: HeaderLine = {
		kind: 'exception',
		nesting: 'none',
		...unwrapped({ type, message: messageAfter(content, end) }),
	};
	return { kind: 'header', header, platform: undefined };
}

export function isErrorType(name: string): boolean {
	return ending.test(name);
}

/** Splits a header line into type and message, excluding a prefix such as a log level. The type can be empty. */
export function splitHeader(text: string): { type: string; message: string } {
	const start = titleStart(text);
	const end = typeEnd(text, start);
	const ended = end === text.length || (text.charCodeAt(end) === 0x3a && endsOrBlank(text, end + 1));
	if (end > start && end - start <= maxTypeLength && (ended || ending.test(text.slice(start, end)))) {
		return unwrapped({ type: text.slice(start, end), message: messageAfter(text, end) });
	}
	return { type: '', message: text };
}

/** Matches the location that browser consoles print before each line: `main.dart.mjs:73 Bad state: no cart`. */
const consolePlace = /^\S{1,120}\.(?:[cm]?js|wasm|dart):(?:\d{1,9}|0x[\da-f]{1,16}) (?=\S)/;

/** Matches an error that is embedded in the text of a log entry: `could not load: java.io.IOException: no cart`. */
const innerError = /[ "'([]((?:[A-Za-z]\w{0,60}\.){1,12}[A-Z]\w{0,100}(?:Exception|Error)): /;

/** Splits a line that is a header only because frames follow it. Its type must look like a type name. */
export function splitWeakHeader(content: string): { type: string; message: string } {
	const text = content.slice(consolePlace.exec(content.slice(0, maxTypeLength))?.[0].length ?? 0);
	const split = splitHeader(text);
	const named =
		split.type.includes('.') || ending.test(split.type) || (/^[A-Z]/.test(split.type) && text.includes(': '));
	if (named) {
		return split;
	}
	const typed = typeAtEnd(text);
	if (typed) {
		return typed;
	}
	const inner = innerError.exec(text.slice(0, maxTypeLength));
	return inner
		? { type: inner[1] ?? '', message: text.slice(inner.index + inner[0].length) }
		: { type: '', message: text.replace(/^(?:ERROR|WARN) {2}/, '') };
}

const unhandledManaged = 'Unhandled managed exception: ';

/** Parses an error of .NET for Apple platforms, which prints the type at the end: `no cart (System.ArgumentException)`. */
function typeAtEnd(text: string): { type: string; message: string } | undefined {
	const open = text.endsWith('Exception)') ? text.lastIndexOf(' (') : -1;
	const start = text.startsWith(unhandledManaged) ? unhandledManaged.length : 0;
	return open < start ? undefined : { type: text.slice(open + 2, -1), message: text.slice(start, open) };
}

/** Matches the log level before an error, or the opening bracket that React Native prints before some errors. */
const errorLevel =
	/^(?:(?:λ|iOS|Android|Web) {1,2})?(?:ERROR|FATAL|WARN):? {1,4}\[?(?=[\w$.]{0,200}(?:Exception|Error|Warning)(?::|\]?$))/;

const placeOfError = /^\S{1,300}:(?:\d{1,9}|0x[\da-f]{1,16}) (?:Uncaught (?:\(in promise\) )?|ERROR )/;

const levelStarts = new Set('λiAWEF');

/** Matches the text that Android prints before a policy violation: `StrictMode policy violation; ~duration=12 ms: `. */
const policyViolation = /^StrictMode policy violation(?:; ~duration=\d{1,9} ms)?: /;

function titleStart(content: string): number {
	if (content.startsWith('Exception ')) {
		const threadCaption = 'Exception in thread "';
		if (content.startsWith(threadCaption)) {
			const close = content.indexOf('" ', threadCaption.length);
			return close === -1 ? 0 : close + 2;
		}
		if (/^Exception [\w$]{1,100}\.[\w$.]{1,200}(?::|$)/.test(content)) {
			return 'Exception '.length;
		}
	}
	const policy = content.startsWith('StrictMode ') ? policyViolation.exec(content)?.[0] : undefined;
	if (policy !== undefined) {
		return policy.length;
	}
	const level = levelStarts.has(content.charAt(0)) ? errorLevel.exec(content)?.[0] : undefined;
	if (level !== undefined) {
		return level.length;
	}
	// In browser consoles, the location comes before the error: `main.dart.js:8036 Uncaught TypeError: x`.
	const space = content.indexOf(' ');
	const place =
		content.startsWith(' Uncaught ', space) || content.startsWith(' ERROR ', space)
			? placeOfError.exec(content.slice(0, 340))
			: null;
	if (place) {
		return place[0].length;
	}
	return prefix.exec(content)?.[0].length ?? 0;
}

/** Name of an error type in React. No other type name contains a space. */
const spacedType = 'Invariant Violation';

function typeEnd(content: string, start: number): number {
	if (content.startsWith(spacedType, start)) {
		return start + spacedType.length;
	}
	let index = start;
	const limit = Math.min(content.length, start + maxTypeLength + 1);
	while (index < limit) {
		const code = content.charCodeAt(index);
		// Punctuation that type names can contain: `.`, `-`, `+`, `/`, and the backtick.
		const part = code === 0x2e || code === 0x2d || code === 0x2b || code === 0x2f || code === 0x60;
		const generic =
			index > start && (code === 0x5b || code === 0x5d || code === 0x3c || code === 0x3e || code === 0x2c);
		if (!isWord(code) && !part && !generic) {
			break;
		}
		index++;
	}
	return index;
}

function endsOrBlank(content: string, index: number): boolean {
	return index >= content.length || content.charCodeAt(index) === 0x20;
}

/** Returns true for a type such as `com.acme.CartEmpty`, and false for package names, file names, and versions. */
function isQualified(type: string, dot: number): boolean {
	const first = type.charCodeAt(dot + 1);
	return isUpper(first) && isWord(type.charCodeAt(0)) && !type.includes('/') && /^[a-z_][\w$]*\.|Exception/i.test(type);
}

/**
 * Returns true if the line is a sentence (`IOException was thrown by …`) instead of a header (`TimeoutException after
 * 0:00:20`).
 */
function startsSentence(content: string, end: number): boolean {
	return /^ (?:is|was|were|has|had|in|at|on|of|thrown|occurred|occured|and|or) /.test(content.slice(end, end + 12));
}

function messageAfter(content: string, typeEndAt: number): string {
	// .NET test runners print a space before the colon.
	const rest = content.slice(typeEndAt).trim();
	return (rest.startsWith(':') ? rest.slice(1) : rest).trimStart();
}
