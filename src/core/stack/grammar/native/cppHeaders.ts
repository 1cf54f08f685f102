import type { Line } from '../../trace/line';
import { draftFrame, type HeaderLine, type Reading } from '../../trace/reading';
import { setPlace } from './cppFrame';

const terminate = "terminate called after throwing an instance of '";

const sanitizerError = /^==\d{1,10}==ERROR: \w{1,40}Sanitizer: (\S{1,80})/;
const sanitizerWarning = /^WARNING: ThreadSanitizer: (\S.{0,200}?) \(pid=\d{1,10}\)$/;
const unhandledException =
	/^Unhandled exception at 0x[\dA-F]{1,16} (?:\(.{1,200}?\) )?in .{1,200}?: (0x[\dA-F]{1,8}): /i;

/** Matches the reason of a crash in Unreal Engine's log. */
const unrealSignal = /^Unhandled Exception: (EXCEPTION_[A-Z_]{1,60}|SIG[A-Z]{2,8})\b:? ?(.*)$/;

export function readCppHeader(content: string): Reading | undefined {
	if (content.startsWith(terminate)) {
		return header('exception', content.slice(terminate.length).replace(/'$/, ''), '');
	}
	if (content.startsWith('what(): ')) {
		return { kind: 'headerDetail', message: content.slice('what(): '.length).trim() };
	}
	const sanitizer = content.startsWith('==') ? sanitizerError.exec(content) : null;
	if (sanitizer) {
		return header('signal', sanitizer[1] ?? '', content.slice(sanitizer[0].length).trim());
	}
	const race = content.startsWith('WARNING: ') ? sanitizerWarning.exec(content) : null;
	if (race) {
		return header('signal', race[1] ?? '', '');
	}
	const [, type, message = ''] = content.startsWith('Unhandled Exception: ') ? (unrealSignal.exec(content) ?? []) : [];
	if (type !== undefined) {
		return header('signal', type, message);
	}
	const unhandled = /^unhandled /i.test(content) ? unhandledException.exec(content.slice(0, 600)) : null;
	if (unhandled) {
		return header('signal', unhandled[1] ?? '', content.slice(unhandled[0].length));
	}
	return undefined;
}

const undefinedBehavior = ': runtime error: ';

/** Parses an error of UndefinedBehaviorSanitizer, including its location: `cart.cpp:40:9: runtime error: …`. */
export function readUndefinedBehavior(line: Line): Reading | undefined {
	const { content } = line;
	const end = content.indexOf(undefinedBehavior);
	const frame = draftFrame('native', line);
	if (end === -1 || !setPlace(frame, line, 0, end) || frame.column1 === undefined) {
		return undefined;
	}
	const message = content.slice(end + undefinedBehavior.length);
	const title: HeaderLine = { kind: 'signal', nesting: 'none', type: 'undefined-behavior', message, crashed: true };
	return { kind: 'headedFrame', header: title, frame, platform: 'cpp' };
}

function header(kind: HeaderLine['kind'], type: string, message: string): Reading {
	const line: HeaderLine = { kind, nesting: 'none', type, message };
	return { kind: 'header', header: kind === 'signal' ? { ...line, crashed: true } : line, platform: 'cpp' };
}
